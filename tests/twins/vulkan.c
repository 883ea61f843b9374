// vulkan.c - runs a compute shader: vulkan FILE.spv COUNT. Its buffer 0 has COUNT words of 32
// bits, and it is started in groups of 64; the words then go to the standard output. By the
// first device that there is: VK_ICD_FILENAMES chooses one (Mesa's lavapipe needs no card).
#include <vulkan/vulkan.h>

#include <stdio.h>
#include <stdlib.h>

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        VkResult result_ = (call);                                                                           \
        if (result_ != VK_SUCCESS) {                                                                         \
            fprintf(stderr, "vulkan: %s gives %d\n", #call, (int)result_);                                   \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

#define TYPE(name) .sType = VK_STRUCTURE_TYPE_##name

static VkPhysicalDevice physical;
static VkDevice device;
static VkQueue queue;
static VkDeviceSize bytes;

static void open_device(void) {
    VkInstance instance;
    VkApplicationInfo application = { TYPE(APPLICATION_INFO), .apiVersion = VK_API_VERSION_1_0 };
    TRY(vkCreateInstance(&(VkInstanceCreateInfo){ TYPE(INSTANCE_CREATE_INFO),
                                                  .pApplicationInfo = &application }, NULL, &instance));
    uint32_t count = 1;
    if (vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || count == 0) {
        fprintf(stderr, "vulkan: there is no device\n");
        exit(1);
    }

    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    fprintf(stderr, "vulkan: %s\n", properties.deviceName);

    // Its first family of queues can compute: lavapipe has one family.
    float priority = 1;
    VkDeviceQueueCreateInfo family = { TYPE(DEVICE_QUEUE_CREATE_INFO), .queueCount = 1,
                                       .pQueuePriorities = &priority };
    TRY(vkCreateDevice(physical, &(VkDeviceCreateInfo){ TYPE(DEVICE_CREATE_INFO),
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &family }, NULL, &device));
    vkGetDeviceQueue(device, 0, 0, &queue);
}

// A buffer that the program sees as well, at *memory.
static VkBuffer open_buffer(VkDeviceMemory *memory) {
    VkBuffer buffer;
    TRY(vkCreateBuffer(device, &(VkBufferCreateInfo){ TYPE(BUFFER_CREATE_INFO),
        .size = bytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT }, NULL, &buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, buffer, &needs);

    VkPhysicalDeviceMemoryProperties types;
    vkGetPhysicalDeviceMemoryProperties(physical, &types);
    uint32_t want = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, i = 0;
    while (i < types.memoryTypeCount &&
           !(needs.memoryTypeBits >> i & 1 && (types.memoryTypes[i].propertyFlags & want) == want)) i++;

    TRY(vkAllocateMemory(device, &(VkMemoryAllocateInfo){ TYPE(MEMORY_ALLOCATE_INFO),
        .allocationSize = needs.size, .memoryTypeIndex = i }, NULL, memory));
    TRY(vkBindBufferMemory(device, buffer, *memory, 0));
    return buffer;
}

// The shader with the buffer as its binding 0.
static VkPipeline open_pipeline(const uint32_t *code, size_t size, VkDescriptorSetLayout *set,
                                VkPipelineLayout *layout) {
    VkDescriptorSetLayoutBinding binding = { .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT };
    TRY(vkCreateDescriptorSetLayout(device, &(VkDescriptorSetLayoutCreateInfo){
        TYPE(DESCRIPTOR_SET_LAYOUT_CREATE_INFO), .bindingCount = 1, .pBindings = &binding },
        NULL, set));
    TRY(vkCreatePipelineLayout(device, &(VkPipelineLayoutCreateInfo){
        TYPE(PIPELINE_LAYOUT_CREATE_INFO), .setLayoutCount = 1, .pSetLayouts = set },
        NULL, layout));

    VkComputePipelineCreateInfo info = { TYPE(COMPUTE_PIPELINE_CREATE_INFO), .layout = *layout };
    info.stage = (VkPipelineShaderStageCreateInfo){ TYPE(PIPELINE_SHADER_STAGE_CREATE_INFO),
        .stage = VK_SHADER_STAGE_COMPUTE_BIT, .pName = "main" };
    TRY(vkCreateShaderModule(device, &(VkShaderModuleCreateInfo){
        TYPE(SHADER_MODULE_CREATE_INFO), .codeSize = size, .pCode = code }, NULL,
        &info.stage.module));
    VkPipeline pipeline;
    TRY(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    return pipeline;
}

// Runs `groups` of it over the buffer, to the end.
static void run(VkPipeline pipeline, VkPipelineLayout layout, VkDescriptorSetLayout set_layout,
                VkBuffer buffer, uint32_t groups) {
    // Binding 0 is the buffer.
    VkDescriptorPool sets;
    VkDescriptorPoolSize one = { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1 };
    TRY(vkCreateDescriptorPool(device, &(VkDescriptorPoolCreateInfo){
        TYPE(DESCRIPTOR_POOL_CREATE_INFO), .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &one },
        NULL, &sets));
    VkDescriptorSet set;
    TRY(vkAllocateDescriptorSets(device, &(VkDescriptorSetAllocateInfo){
        TYPE(DESCRIPTOR_SET_ALLOCATE_INFO), .descriptorPool = sets, .descriptorSetCount = 1,
        .pSetLayouts = &set_layout }, &set));
    VkDescriptorBufferInfo whole = { buffer, 0, VK_WHOLE_SIZE };
    vkUpdateDescriptorSets(device, 1, &(VkWriteDescriptorSet){ TYPE(WRITE_DESCRIPTOR_SET),
        .dstSet = set, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        .pBufferInfo = &whole }, 0, NULL);

    // Commands: the shader, and then its words are for the program to read.
    VkCommandPool pool;
    VkCommandBuffer commands;
    TRY(vkCreateCommandPool(device, &(VkCommandPoolCreateInfo){ TYPE(COMMAND_POOL_CREATE_INFO) },
                            NULL, &pool));
    TRY(vkAllocateCommandBuffers(device, &(VkCommandBufferAllocateInfo){
        TYPE(COMMAND_BUFFER_ALLOCATE_INFO), .commandPool = pool, .commandBufferCount = 1 },
        &commands));
    TRY(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){
        TYPE(COMMAND_BUFFER_BEGIN_INFO) }));

    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, groups, 1, 1);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
        &(VkMemoryBarrier){ TYPE(MEMORY_BARRIER), .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_HOST_READ_BIT }, 0, NULL, 0, NULL);

    TRY(vkEndCommandBuffer(commands));
    TRY(vkQueueSubmit(queue, 1, &(VkSubmitInfo){ TYPE(SUBMIT_INFO), .commandBufferCount = 1,
                                                 .pCommandBuffers = &commands }, VK_NULL_HANDLE));
    TRY(vkQueueWaitIdle(queue));
}

int main(int argc, char **argv) {
    static uint32_t code[1 << 16];
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(code, 1, sizeof code, file) : 0;
    uint32_t count = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    if (size == 0 || size == sizeof code || count == 0) {
        fprintf(stderr, "usage: vulkan FILE.spv COUNT\n");
        return 2;
    }

    VkDeviceMemory memory;
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    void *words;
    bytes = (VkDeviceSize)count * 4;
    open_device();
    VkBuffer buffer = open_buffer(&memory);
    VkPipeline pipeline = open_pipeline(code, size, &set, &layout);
    run(pipeline, layout, set, buffer, (count + 63) / 64);
    TRY(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &words));
    return fwrite(words, 4, count, stdout) == count ? 0 : 1;
}
