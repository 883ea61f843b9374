// random.cs - System.Random of this runtime beside gc_rng_dotnet: 1,000,000 values of each call, from
// seeds of all kinds. Exits with 1 where one differs.
using System;
using System.Runtime.InteropServices;

static class RandomTest
{
    const string Library = "gc_headers";
    [DllImport(Library)] static extern void gc_rng_dotnet_seed(byte[] r, ulong seed);
    [DllImport(Library)] static extern int gc_rng_dotnet_next(byte[] r);
    [DllImport(Library)] static extern int gc_rng_dotnet_below(byte[] r, int max);
    [DllImport(Library)] static extern int gc_rng_dotnet_range(byte[] r, int lo, int hi);
    [DllImport(Library)] static extern double gc_rng_dotnet_f64(byte[] r);

    static int Main()
    {
        var names = new[] { "Next()", "Next(max)", "Next(lo, hi)", "NextDouble", "NextBytes" };
        var differ = new int[names.Length];
        var state = new byte[512];
        var bytes = new byte[1];
        var rng = new GcRng(42);

        // The edges among the seeds and the bounds, then others.
        var edges = new[] { 0, 1, -1, 42, 161803398, -161803398, int.MaxValue, int.MinValue, int.MinValue + 1 };
        for (int s = 0; s < 1000; s++)
        {
            int seed = s < edges.Length ? edges[s] : (int)rng.U32();
            var theirs = new Random(seed);
            gc_rng_dotnet_seed(state, (ulong)(long)seed);
            for (int i = 0; i < 1000; i++)
            {
                int a = i < edges.Length ? edges[i] : (int)rng.U32();
                int b = i % 10 == 0 ? edges[i / 10 % edges.Length] : (int)rng.U32(), max = a & int.MaxValue;
                int lo = Math.Min(a, b), hi = Math.Max(a, b);
                if (theirs.Next() != gc_rng_dotnet_next(state)) differ[0]++;
                if (theirs.Next(max) != gc_rng_dotnet_below(state, max)) differ[1]++;
                if (theirs.Next(lo, hi) != gc_rng_dotnet_range(state, lo, hi)) differ[2]++;
                if (theirs.NextDouble() != gc_rng_dotnet_f64(state)) differ[3]++;
                theirs.NextBytes(bytes);
                if (bytes[0] != gc_rng_dotnet_next(state) % 256) differ[4]++;
            }
        }

        int all = 0;
        for (int i = 0; i < names.Length; i++)
        {
            Console.WriteLine("System.Random.{0}: 1000000 compared, {1} differ", names[i], differ[i]);
            all += differ[i];
        }
        return all == 0 ? 0 : 1;
    }
}
