// unity.cs - GcUnity.cs beside a NativeArray of our own, of the shape of Unity's: what is sorted is the array's
// own memory, what an asset's array holds is the mapped file. unity ORIGIN FOLDER
using System;
using System.Linq;
using System.Runtime.InteropServices;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;

namespace Unity.Collections
{
    public enum Allocator { Invalid, None, Temp, TempJob, Persistent }

    public unsafe struct NativeArray<T> : IDisposable where T : struct
    {
        internal void* memory;
        int length;
        internal Allocator allocator;

        public NativeArray(int length, Allocator allocator)
        {
            memory = (void*)Marshal.AllocHGlobal(length * Marshal.SizeOf<T>());
            this.length = length;
            this.allocator = allocator;
        }
        internal NativeArray(void* memory, int length)
        {
            this.memory = memory;
            this.length = length;
            allocator = Allocator.None;
        }
        public int Length { get { return length; } }
        public void Dispose() { Marshal.FreeHGlobal((IntPtr)memory); }
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    public static unsafe class NativeArrayUnsafeUtility
    {
        public static void* GetUnsafePtr<T>(NativeArray<T> array) where T : struct { return array.memory; }
        public static void* GetUnsafeReadOnlyPtr<T>(NativeArray<T> array) where T : struct { return array.memory; }
        public static NativeArray<T> ConvertExistingDataToNativeArray<T>(void* data, int length, Allocator allocator)
            where T : struct
        {
            return new NativeArray<T>(data, length);
        }
    }
}

static unsafe class UnityUse
{
    static int Main(string[] args)
    {
        bool right;
        using (var keys = new NativeArray<float>(5000, Allocator.Temp))
        using (var values = new NativeArray<uint>(5000, Allocator.Temp))
        {
            var rng = new GcRng(7);
            var span = new Span<float>(keys.memory, keys.Length);
            for (int i = 0; i < span.Length; i++) span[i] = (float)rng.F64();
            var want = span.ToArray();
            Array.Sort(want);
            GcSort.Sort(keys.GcSpan(), values.GcSpan());
            right = new Span<float>(keys.memory, keys.Length).SequenceEqual(want) && keys.GcReadOnlySpan().Length == 5000;
        }

        using (var cache = new GcCache(args[1], args[0]))
        {
            var version = cache.Fetch();
            while (!version.IsCompleted) cache.Update();
            string name = new System.Net.WebClient().DownloadString(args[0] + "/manifest.txt").Split('\n').
                First(line => line.Contains("  ") && line[0] != '#').Split(new[] { "  " }, 3, 0)[2].Trim();
            using (var asset = cache.Acquire(name))
            {
                var bytes = asset.GcNative();
                right = right && bytes.Length == asset.Size && bytes.GcReadOnlySpan().SequenceEqual(asset.Bytes) &&
                        bytes.allocator == Allocator.None;
            }
        }
        Console.WriteLine(right ? "NativeArray: in place" : "NativeArray: differs");
        return right ? 0 : 1;
    }
}
