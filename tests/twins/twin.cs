// twin.cs - see twin.c. Built with -checked: the twin wraps by its own word.
using System;

static class Twin
{
    static uint h;
    static void Take(ulong v)
    {
        unchecked
        {
            h = (h ^ (uint)v) * 0x01000193;
            h = (h ^ (uint)(v >> 32)) * 0x01000193;
        }
    }
    static void Print(string name) { Console.WriteLine("{0} {1:x8}", name, h); }
    static void Each(string name, Func<int, ulong> number)
    {
        h = 0x811c9dc5;
        for (int i = 0; i < 100000; i++) Take(number(i));
        Print(name);
    }

    static void Main()
    {
        Each("seed", i => new GcRng(unchecked((ulong)i * 0x9e3779b97f4a7c15), (ulong)i >> 3).U64());
        var r = new GcRng(42, 7);
        Each("u64", i => r.U64());
        Each("u32", i => r.U32());
        Each("f64", i => (ulong)(r.F64() * 9007199254740992.0));
        Each("f32", i => (ulong)(r.F32() * 16777216.0f));
        Each("below", i => i % 2 == 0 ? (ulong)r.Below(i * 21473) : r.Below((ulong)i * 21473));
        Each("below, many rejected", i => r.Below((3UL << 62) - (ulong)i));
        Each("below, near 2^53", i => r.Below((1UL << 53) - (ulong)i));
        Each("range", i => (ulong)((i % 2 == 0 ? r.Range(i, -3 * i) : r.Range((long)i, -3 * i)) + 300000));
        Each("chance", i => r.Chance(i / 100000.0) ? 1UL : 0);

        Action<ulong> border = n => r.A = unchecked(ulong.MaxValue / n + 1 - r.B - r.Counter);
        Each("below, at the border", i =>
        {
            border((ulong)i * 21473 + 3);
            return r.Below((ulong)i * 21473 + 3);
        });
        foreach (bool atBorder in new[] { false, true })
        {
            h = 0x811c9dc5;
            for (int n = atBorder ? 3 : 0; n < 1001; n += 7)
            {
                var deck = new int[n];
                for (int i = 0; i < n; i++) deck[i] = i;
                if (atBorder) border((ulong)n * (ulong)(n - 1));
                r.Shuffle(deck);
                foreach (int v in deck) Take((ulong)v);
            }
            Print(atBorder ? "shuffle, at the border" : "shuffle");
        }
        Each("hash", i => GcRng.Hash((ulong)i, i - 50000, -i, i / 3));
        Each("hash32", i => GcRng.Hash32((uint)i, i - 50000, -i, i / 3));
    }
}
