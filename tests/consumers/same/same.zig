// same ROOT URL: dice, a sort, a save, a fetch; the lines are those of same.c. Zig reads the headers
// themselves: it needs no binding.
const std = @import("std");
const c = @cImport({
    @cInclude("stdio.h");
    @cInclude("gc_fetch.h");
    @cInclude("gc_rng.h");
    @cInclude("gc_sort.h");
    @cInclude("gc_writer.h");
});

fn line(word: [*:0]const u8, dice: *const [5]i32) void {
    _ = c.printf("%s\t%d\t%d\t%d\t%d\t%d\n", word, dice[0], dice[1], dice[2], dice[3], dice[4]);
}

fn get(f: ?*c.gc_fetch, url: [*c]const u8, event: *c.gc_fetch_event) c_int {
    var request = std.mem.zeroes(c.gc_fetch_request);
    request.url = url;
    const result = c.gc_fetch_add(f, &request, null);
    while (result == c.GC_FETCH_OK) {
        _ = c.gc_fetch_wait(f, -1);
        while (c.gc_fetch_poll(f, event)) {
            if (event.type >= c.GC_FETCH_DONE) return event.result;
        }
    }
    return result;
}

pub export fn main(argc: c_int, argv: [*c][*c]u8) c_int {
    if (argc != 3) return 2;
    var rng: c.gc_rng = undefined;
    var dice: [5]i32 = undefined;
    c.gc_rng_seed(&rng, 2026);
    for (&dice) |*one| one.* = @intCast(c.gc_rng_range(&rng, 1, 6));
    line("dice", &dice);
    c.gc_sort_i32(&dice, dice.len);
    line("sorted", &dice);

    var desc = std.mem.zeroes(c.gc_writer_desc);
    desc.root = argv[1];
    const w = c.gc_writer_open(&desc, null) orelse return 1;
    var save = std.mem.zeroes(c.gc_writer_file_desc);
    save.path = "zig.sav";
    save.version = 7;
    var file: c.gc_writer_file = undefined;
    var written: c.gc_writer_event = undefined;
    var content: c.gc_writer_content = undefined;
    if (c.gc_writer_save(w, &save, "forty-two", 9, &file) != 0) return 1;
    if (c.gc_writer_wait_event(w, file, &written, -1) != 0) return 1;
    if (c.gc_writer_load(w, "zig.sav", &content) != 0) return 1;
    const text: [*c]const u8 = @ptrCast(content.data);
    _ = c.printf("saved\t%.*s\t%u\t%u\n", @as(c_int, @intCast(content.size)), text, content.version, content.backup);
    c.gc_writer_free(w, &content);
    _ = c.printf("missing\t%d\n", c.gc_writer_load(w, "none.sav", &content));
    c.gc_writer_close(w);

    const f = c.gc_fetch_open(&std.mem.zeroes(c.gc_fetch_desc), null) orelse return 1;
    var event: c.gc_fetch_event = undefined;
    if (get(f, argv[2], &event) != 0) return 1;
    const body: [*c]const u8 = @ptrCast(event.data);
    _ = c.printf("fetched\t%d\t%zu\t%.9s\n", event.http_status, event.size, body);
    _ = c.printf("refused\t%d\n", get(f, "none:", &event));
    c.gc_fetch_close(f);
    return 0;
}
