// GcSort.cs - gc_sort.h for C#: spans and arrays are sorted where they lie, without a copy.
//
//     GcSort.Sort(keys);                          // a Span or an array of numbers, the least first
//     GcSort.Sort(depths, drawCalls);             // keys with values, in step
//     using (var sorter = new GcSortContext(4))   // on four threads
//     {
//         sorter.Sort(keys);
//         sorter.Order(scores, order);            // the indices of the keys in rising order
//     }
//
// It calls the shared library "gc_headers", which a C compiler makes of packaging/gc_headers.c
// (bindings/README.md says how). C# 7.2; run by Mono 6.8. What each call promises stands in gc_sort.h, by the
// name of the C function: SortDown is the exact reverse of Sort, pairs go by key and then by value,
// equal keys of Order by index, NaN last.
//
// A result of gc_sort other than GC_SORT_OK is a GcException with its code and text.
// SPDX-License-Identifier: MIT OR Unlicense
using System;
using System.Runtime.InteropServices;
using static GcSort;

public sealed class GcException : Exception
{
    public readonly int Code;
    public GcException(int code, string text) : base(text) { Code = code; }
}

public static class GcSort
{
    internal const string Library = "gc_headers";

    // The instruction set that sorts here: "avx512", "avx2", "neon" or "scalar".
    public static string Isa { get { return Marshal.PtrToStringAnsi(gc_sort_isa()); } }
    [DllImport(Library)] static extern IntPtr gc_sort_isa();
    [DllImport(Library)] static extern IntPtr gc_sort_result_string(int result);

    internal static void Check(int result)
    {
        if (result == 0) return;
        throw new GcException(result, Marshal.PtrToStringAnsi(gc_sort_result_string(result)));
    }

    internal static UIntPtr Count<T>(Span<T> span) { return (UIntPtr)span.Length; }

    // n of two spans that go in step.
    internal static UIntPtr Same(int n, int values)
    {
        if (n != values) throw new ArgumentException("gc_sort: two spans of different lengths");
        return (UIntPtr)n;
    }
    internal static ref T First<T>(Span<T> span) { return ref MemoryMarshal.GetReference(span); }
    internal static ref T First<T>(ReadOnlySpan<T> span) { return ref MemoryMarshal.GetReference(span); }

    // In place, the least first.
    public static void Sort(Span<short> keys) => gc_sort_i16(ref First(keys), Count(keys));
    public static void Sort(Span<ushort> keys) => gc_sort_u16(ref First(keys), Count(keys));
    public static void Sort(Span<int> keys) => gc_sort_i32(ref First(keys), Count(keys));
    public static void Sort(Span<uint> keys) => gc_sort_u32(ref First(keys), Count(keys));
    public static void Sort(Span<float> keys) => gc_sort_f32(ref First(keys), Count(keys));
    public static void Sort(Span<long> keys) => gc_sort_i64(ref First(keys), Count(keys));
    public static void Sort(Span<ulong> keys) => gc_sort_u64(ref First(keys), Count(keys));
    public static void Sort(Span<double> keys) => gc_sort_f64(ref First(keys), Count(keys));
    [DllImport(Library)] static extern void gc_sort_i16(ref short keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_u16(ref ushort keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_i32(ref int keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_u32(ref uint keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_f32(ref float keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_i64(ref long keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_u64(ref ulong keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_f64(ref double keys, UIntPtr n);

    // In place, the greatest first.
    public static void SortDown(Span<short> keys) => gc_sort_i16_down(ref First(keys), Count(keys));
    public static void SortDown(Span<ushort> keys) => gc_sort_u16_down(ref First(keys), Count(keys));
    public static void SortDown(Span<int> keys) => gc_sort_i32_down(ref First(keys), Count(keys));
    public static void SortDown(Span<uint> keys) => gc_sort_u32_down(ref First(keys), Count(keys));
    public static void SortDown(Span<float> keys) => gc_sort_f32_down(ref First(keys), Count(keys));
    public static void SortDown(Span<long> keys) => gc_sort_i64_down(ref First(keys), Count(keys));
    public static void SortDown(Span<ulong> keys) => gc_sort_u64_down(ref First(keys), Count(keys));
    public static void SortDown(Span<double> keys) => gc_sort_f64_down(ref First(keys), Count(keys));
    [DllImport(Library)] static extern void gc_sort_i16_down(ref short keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_u16_down(ref ushort keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_i32_down(ref int keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_u32_down(ref uint keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_f32_down(ref float keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_i64_down(ref long keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_u64_down(ref ulong keys, UIntPtr n);
    [DllImport(Library)] static extern void gc_sort_f64_down(ref double keys, UIntPtr n);

    // Keys with values of the same number, both in place, by key and then by value.
    public static void Sort(Span<int> keys, Span<uint> values)
    {
        gc_sort_i32_kv(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_i32_kv(ref int keys, ref uint values, UIntPtr n);

    public static void Sort(Span<uint> keys, Span<uint> values)
    {
        gc_sort_u32_kv(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_u32_kv(ref uint keys, ref uint values, UIntPtr n);

    public static void Sort(Span<float> keys, Span<uint> values)
    {
        gc_sort_f32_kv(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_f32_kv(ref float keys, ref uint values, UIntPtr n);

    public static void Sort(Span<long> keys, Span<ulong> values)
    {
        gc_sort_i64_kv(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_i64_kv(ref long keys, ref ulong values, UIntPtr n);

    public static void Sort(Span<ulong> keys, Span<ulong> values)
    {
        gc_sort_u64_kv(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_u64_kv(ref ulong keys, ref ulong values, UIntPtr n);

    public static void Sort(Span<double> keys, Span<ulong> values)
    {
        gc_sort_f64_kv(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_f64_kv(ref double keys, ref ulong values, UIntPtr n);

    public static void Sort(Span<ulong> keys, Span<uint> values)
    {
        gc_sort_u64_kv32(ref First(keys), ref First(values), Same(keys.Length, values.Length));
    }
    [DllImport(Library)]
    static extern void gc_sort_u64_kv32(ref ulong keys, ref uint values, UIntPtr n);
}

// Threads and scratch that stay between calls: for large arrays, and for the order of more than 2,048
// keys. One call at a time. Dispose ends the threads.
public sealed class GcSortContext : SafeHandle
{
    // desc of gc_sort.h; what is 0 here is default there.
    [StructLayout(LayoutKind.Sequential)]
    struct Desc
    {
        public uint Threads;
        public IntPtr ParallelFor, User, Resize, ResizeUser, Memory;
        public UIntPtr MemorySize, ScratchLimit;
        public int Algorithm;
        public uint Parts, Threshold;
    }

    // So many threads sort, the calling one among them: 1 to 64.
    public GcSortContext(int threads = 1) : base(IntPtr.Zero, true)
    {
        if (threads < 0 || threads > 64) throw new ArgumentOutOfRangeException("threads");
        int error = 0;
        var desc = new Desc { Threads = (uint)threads };
        SetHandle(gc_sort_open(ref desc, ref error));
        Check(error);
    }
    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
    protected override bool ReleaseHandle()
    {
        gc_sort_close(handle);
        return true;
    }
    [DllImport(Library)] static extern IntPtr gc_sort_open(ref Desc desc, ref int error);
    [DllImport(Library)] static extern void gc_sort_close(IntPtr context);

    // In place, the least first; in parallel from some 32,768 keys on.
    public void Sort(Span<short> keys) => Check(gc_sort_ctx_i16(this, ref First(keys), Count(keys)));
    public void Sort(Span<ushort> keys) => Check(gc_sort_ctx_u16(this, ref First(keys), Count(keys)));
    public void Sort(Span<int> keys) => Check(gc_sort_ctx_i32(this, ref First(keys), Count(keys)));
    public void Sort(Span<uint> keys) => Check(gc_sort_ctx_u32(this, ref First(keys), Count(keys)));
    public void Sort(Span<float> keys) => Check(gc_sort_ctx_f32(this, ref First(keys), Count(keys)));
    public void Sort(Span<long> keys) => Check(gc_sort_ctx_i64(this, ref First(keys), Count(keys)));
    public void Sort(Span<ulong> keys) => Check(gc_sort_ctx_u64(this, ref First(keys), Count(keys)));
    public void Sort(Span<double> keys) => Check(gc_sort_ctx_f64(this, ref First(keys), Count(keys)));
    [DllImport(Library)] static extern int gc_sort_ctx_i16(GcSortContext c, ref short keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_u16(GcSortContext c, ref ushort keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_i32(GcSortContext c, ref int keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_u32(GcSortContext c, ref uint keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_f32(GcSortContext c, ref float keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_i64(GcSortContext c, ref long keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_u64(GcSortContext c, ref ulong keys, UIntPtr n);
    [DllImport(Library)] static extern int gc_sort_ctx_f64(GcSortContext c, ref double keys, UIntPtr n);

    // Writes the indices of the keys in rising order; the keys stay as they are.
    public void Order(ReadOnlySpan<short> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_i16(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_i16(GcSortContext c, ref short keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<ushort> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_u16(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_u16(GcSortContext c, ref ushort keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<int> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_i32(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_i32(GcSortContext c, ref int keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<uint> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_u32(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_u32(GcSortContext c, ref uint keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<float> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_f32(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_f32(GcSortContext c, ref float keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<long> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_i64(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_i64(GcSortContext c, ref long keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<ulong> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_u64(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_u64(GcSortContext c, ref ulong keys, ref uint order, UIntPtr n);

    public void Order(ReadOnlySpan<double> keys, Span<uint> order)
    {
        UIntPtr n = Same(keys.Length, order.Length);
        Check(gc_sort_ctx_order_f64(this, ref First(keys), ref First(order), n));
    }
    [DllImport(Library)]
    static extern int gc_sort_ctx_order_f64(GcSortContext c, ref double keys, ref uint order, UIntPtr n);
}
