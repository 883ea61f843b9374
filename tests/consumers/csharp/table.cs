// table.cs - the first table of the article about a game's assets, from C#: all files of an origin's manifest are
// fetched and stored, while a loop of 60 frames a second runs.
//
//     table ORIGIN FOLDER WAY PARALLEL given|shuffled|mixed     one row: way, parallel, order, seconds, MB, ms
//
// Ways, one a process: "stock" HttpWebRequest by tasks, each body saved by the frame that gets it; "memory" the
// same with GcFetch's bodies; "file" GcFetch into files; "cache" GcCache, each file verified and looked at. MB is
// the most that the process had, Mono's own with it; ms the longest from one frame's begin to the next one's.
// table sizes: C#'s sizes of the structs of GcCacheNative, which must be those of C.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using static GcNative;

static class Table
{
    struct Asset
    {
        public string Name, Hash;
        public long Size;
    }

    static double worst;

    // A frame: work, and the rest of its 16.7 ms. Returns when all tasks have ended.
    static void Frames(Action work, Func<bool> done)
    {
        var clock = Stopwatch.StartNew();
        double begun = 0;
        while (!done())
        {
            work();
            double rest = begun + 1000.0 / 60 - clock.Elapsed.TotalMilliseconds;
            if (rest > 0) Thread.Sleep((int)rest);
            double now = clock.Elapsed.TotalMilliseconds;
            worst = Math.Max(worst, now - begun);
            begun = now;
        }
    }

    // The article's orders: small files first, or shuffled. Mixed is gc_fetch's own, and what it would be by hand:
    // large and small ones in turn, so that round trips pass while the line is full.
    static IEnumerable<Asset> Ordered(List<Asset> assets, int order)
    {
        var sorted = assets.OrderBy(a => a.Size).ToArray();
        int n = sorted.Length;
        if (order == GC_FETCH_ORDER_MIXED) return Enumerable.Range(0, n).Select(i => sorted[i % 2 == 0 ? n - 1 - i / 2 : i / 2]);
        if (order == GC_FETCH_ORDER_SHUFFLED) new GcRng(1).Shuffle(sorted);
        return sorted;
    }

    static void Stock(string origin, string folder, int parallel, IEnumerable<Asset> assets)
    {
        var waiting = new Queue<Asset>(assets);
        var flying = new List<KeyValuePair<Asset, Task<byte[]>>>();
        Frames(() =>
        {
            for (int i = flying.Count - 1; i >= 0; i--)
            {
                if (!flying[i].Value.IsCompleted) continue;
                Save(folder, flying[i].Key, flying[i].Value.Result);
                flying.RemoveAt(i);
            }
            while (flying.Count < parallel && waiting.Count > 0)
            {
                var asset = waiting.Dequeue();
                flying.Add(new KeyValuePair<Asset, Task<byte[]>>(asset, Task.Run(() => Body(origin + "/" + asset.Name))));
            }
        }, () => waiting.Count == 0 && flying.Count == 0);
    }

    static byte[] Body(string url)
    {
        using (var reply = WebRequest.CreateHttp(url).GetResponse())
        using (var body = new MemoryStream())
        {
            reply.GetResponseStream().CopyTo(body, 1 << 16);
            return body.ToArray();
        }
    }

    static void Save(string folder, Asset asset, byte[] body)
    {
        string path = Path.Combine(folder, asset.Name);
        Directory.CreateDirectory(Path.GetDirectoryName(path));
        File.WriteAllBytes(path + ".tmp", body);
        File.Move(path + ".tmp", path);
    }

    static void Fetched(string origin, string folder, int parallel, IEnumerable<Asset> assets, bool files, int order)
    {
        using (var fetch = new GcFetch(folder, (uint)parallel, order))
        {
            var tasks = new List<Task>();
            foreach (var asset in assets) tasks.Add(One(fetch, origin, folder, asset, files));
            Frames(() => fetch.Update(), () => tasks.All(t => t.IsCompleted));
            foreach (var task in tasks) task.Wait();
        }
    }

    static async Task One(GcFetch fetch, string origin, string folder, Asset asset, bool file)
    {
        string url = origin + "/" + asset.Name;
        if (file) await fetch.GetFile(url, asset.Name);
        else Save(folder, asset, await fetch.Get(url));
    }

    static void Cached(string origin, string folder, int parallel, List<Asset> assets, int order)
    {
        using (var cache = new GcCache(folder, origin, null, null, (uint)parallel, 0, order))
        {
            var tasks = new List<Task> { cache.Fetch() };
            foreach (var asset in assets) tasks.Add(Looked(cache, asset));
            Frames(() => cache.Update(), () => tasks.All(t => t.IsCompleted));
            foreach (var task in tasks) task.Wait();
        }
    }

    static async Task Looked(GcCache cache, Asset asset)
    {
        await cache.Get(asset.Name);
        using (var it = cache.Acquire(asset.Name))
            if (it.Size != asset.Size || (it.Size > 0 && it.Bytes[0] + it.Bytes[(int)it.Size - 1] < 0)) throw new Exception(asset.Name);
    }

    static long Stored(string folder) { return new DirectoryInfo(folder).GetFiles("*", SearchOption.AllDirectories).Sum(f => f.Length); }

    static unsafe int Main(string[] args)
    {
        if (args.Length > 0 && args[0] == "sizes")
        {
            Console.WriteLine("{0} {1} {2} {3}", sizeof(GcCacheNative.Desc), sizeof(GcCacheNative.Error),
                              sizeof(GcCacheNative.Event), sizeof(GcCacheNative.Data));
            return 0;
        }
        string origin = args[0], folder = args[1], way = args[2];
        int parallel = int.Parse(args[3]), order = Array.IndexOf(new[] { "mixed", "given", "shuffled" }, args[4]);
        ServicePointManager.DefaultConnectionLimit = parallel;
        ThreadPool.SetMinThreads(2 * parallel, 2 * parallel);       // else one more each half a second
        var assets = new List<Asset>();
        foreach (string line in new WebClient().DownloadString(origin + "/manifest.txt").Split('\n'))
        {
            var parts = line.Split(new[] { ' ' }, 3, StringSplitOptions.RemoveEmptyEntries);
            if (parts.Length == 3 && parts[0][0] != '#')
                assets.Add(new Asset { Hash = parts[0], Size = long.Parse(parts[1]), Name = parts[2].Trim() });
        }

        var clock = Stopwatch.StartNew();
        var ordered = Ordered(assets, order);
        if (way == "stock") Stock(origin, folder, parallel, ordered);
        else if (way == "cache") Cached(origin, folder, parallel, assets, order);
        else Fetched(origin, folder, parallel, ordered, way == "file", order);
        double seconds = clock.Elapsed.TotalSeconds;

        string most = File.ReadLines("/proc/self/status").First(l => l.StartsWith("VmHWM"));
        long kb = long.Parse(new string(most.Where(char.IsDigit).ToArray()));
        Console.WriteLine("{0},{1},{2},{3:F2},{4:F0},{5:F1}", way, parallel, args[4], seconds, kb / 1024.0, worst);
        return way == "cache" || Stored(folder) == assets.Sum(a => a.Size) ? 0 : 1;
    }
}
