// use.cs - what C# makes of GcSort.cs: each call beside Array.Sort, on part of an array; then a million
// keys, whose times are printed. Exits with 1 where one differs.
using System;
using System.Diagnostics;
using System.Linq;

static class Use
{
    delegate void Sorter<T>(Span<T> keys);
    delegate void PairSorter<T, V>(Span<T> keys, Span<V> values);
    delegate void Orderer<T>(ReadOnlySpan<T> keys, Span<uint> order);

    static readonly GcRng rng = new GcRng(42);
    static int compared, differ;

    static void Same<T>(string what, T[] is_, T[] want)
    {
        compared++;
        if (is_.SequenceEqual(want)) return;
        differ++;
        Console.WriteLine("{0}: differs", what);
    }

    // Sizes on both sides of the networks, of the parallel sort and of the order by scratch. The first and
    // the last element lie outside of the span and must stay.
    static void Keys<T>(Func<ulong, T> make, Sorter<T> sort, Sorter<T> down, Sorter<T> sorter,
                        Orderer<T> order)
    {
        string type = typeof(T).Name;
        foreach (int n in new[] { 0, 1, 2, 17, 1000, 5000, 70000 })
        {
            var keys = Enumerable.Range(0, n + 2).Select(i => make(rng.U64())).ToArray();
            var want = (T[])keys.Clone();
            if (n > 0) Array.Sort(want, 1, n);
            foreach (var call in new[] { sort, sorter })
            {
                var copy = (T[])keys.Clone();
                call(copy.AsSpan(1, n));
                Same(type + " Sort", copy, want);
            }

            var falling = (T[])keys.Clone();
            down(falling.AsSpan(1, n));
            Array.Reverse(falling, 1, n);
            Same(type + " SortDown", falling, want);

            var indices = new uint[n];
            order(keys.AsSpan(1, n), indices);
            var ordered = indices.Select(i => keys[i + 1]).ToArray();
            Same(type + " Order", ordered, want.Skip(1).Take(n).ToArray());
            Same(type + " Order, once each", indices.OrderBy(i => i).ToArray(),
                 Enumerable.Range(0, n).Select(i => (uint)i).ToArray());
        }
    }

    static void Pairs<T, V>(Func<ulong, T> make, Func<ulong, V> value, PairSorter<T, V> sort)
    {
        var keys = Enumerable.Range(0, 3000).Select(i => make(rng.Below(500UL) << 32)).ToArray();
        var values = Enumerable.Range(0, 3000).Select(i => value((ulong)i * 7)).ToArray();
        var want = keys.Zip(values, (k, v) => new { k, v }).OrderBy(p => p.k).ThenBy(p => p.v).ToArray();
        sort(keys, values);
        Same(typeof(T).Name + " with values, keys", keys, want.Select(p => p.k).ToArray());
        Same(typeof(T).Name + " with values", values, want.Select(p => p.v).ToArray());
    }

    static double Milliseconds(uint[] from, Action<uint[]> sort)
    {
        double best = double.MaxValue;
        for (int i = 0; i < 5; i++)
        {
            var keys = (uint[])from.Clone();
            var watch = Stopwatch.StartNew();
            sort(keys);
            best = Math.Min(best, watch.Elapsed.TotalMilliseconds);
        }
        return best;
    }

    static bool Throws<E>(Action action) where E : Exception
    {
        try { action(); }
        catch (E) { return true; }
        return false;
    }

    static int Main()
    {
        using (var sorter = new GcSortContext(2))
        {
            Keys(w => (short)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => (ushort)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => (int)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => (uint)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => (float)(int)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => (long)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Keys(w => (double)(long)w, GcSort.Sort, GcSort.SortDown, sorter.Sort, sorter.Order);
            Pairs(w => (int)(w >> 32) - 250, v => (uint)v, GcSort.Sort);
            Pairs(w => (uint)(w >> 32), v => (uint)v, GcSort.Sort);
            Pairs(w => (float)w - 1e12f, v => (uint)v, GcSort.Sort);
            Pairs(w => (long)w - 1000000000000, v => v, GcSort.Sort);
            Pairs(w => w, v => v, GcSort.Sort);
            Pairs(w => (double)w - 1e12, v => v, GcSort.Sort);
            Pairs(w => w, v => (uint)v, GcSort.Sort);

            var million = Enumerable.Range(0, 1000000).Select(i => rng.U32()).ToArray();
            double theirs = Milliseconds(million, k => Array.Sort(k));
            double ours = Milliseconds(million, k => GcSort.Sort(k));
            double two = Milliseconds(million, k => sorter.Sort(k));
            Console.WriteLine("1e6 uint, {0}: Array.Sort {1:F1} ms, GcSort.Sort {2:F1}, 2 threads {3:F1}",
                              GcSort.Isa, theirs, ours, two);
        }

        // What goes wrong is an exception, by name.
        if (!Throws<ArgumentException>(() => GcSort.Sort(new int[3], new uint[2]))) differ++;
        if (!Throws<ArgumentOutOfRangeException>(() => new GcSortContext(65))) differ++;
        Console.WriteLine("{0} compared, {1} differ", compared, differ);
        return differ == 0 && compared == 8 * 7 * 5 + 7 * 2 ? 0 : 1;
    }
}
