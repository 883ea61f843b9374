// GcCache.cs - examples/asset_cache.h for C#: a game's assets, fetched, verified, kept and mapped.
//
//     using (var cache = new GcCache("cache", "https://cdn.example.org/game"))
//     {
//         Task<ulong> version = cache.Fetch();                // the newest version, as one step
//         await cache.Get("tutorial/1", 1);                   // and this one first
//         using (GcAsset asset = cache.Acquire("tutorial/1"))
//             Play(asset.Bytes);                              // the file itself, mapped: no copy
//     }
//
// Update(), once a frame, does the work (half a millisecond at most) and ends the tasks that are done, on the
// thread that calls it. The shared library "gc_headers" must have the cache in it: built as bindings/README.md
// says, with -DGC_HEADERS_CACHE. It needs GcSort.cs (GcException) and GcWriter.cs (texts). C# 7.2, -unsafe; run by
// Mono 6.8.
// SPDX-License-Identifier: MIT OR Unlicense
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

// An asset's bytes, until Dispose; they may be read by any thread, and outlive a newer version.
public sealed unsafe class GcAsset : IDisposable
{
    readonly GcCache cache;
    GcCacheNative.Data data;

    internal GcAsset(GcCache cache, GcCacheNative.Data data)
    {
        this.cache = cache;
        this.data = data;
    }

    public ReadOnlySpan<byte> Bytes
    {
        get
        {
            if (data.bytes == null) throw new ObjectDisposedException("GcAsset");
            return new ReadOnlySpan<byte>(data.bytes, checked((int)data.size));
        }
    }

    // For Unity's NativeArray (ConvertExistingDataToNativeArray) and other code that takes a pointer.
    public IntPtr Pointer { get { return (IntPtr)data.bytes; } }
    public long Size { get { return (long)data.size; } }

    public void Dispose() { cache.Release(ref data); }
}

public sealed unsafe class GcCache : SafeHandle
{
    public const int Ok = 0, Pending = 1;

    readonly Dictionary<string, TaskCompletionSource<bool>> awaited = new Dictionary<string, TaskCompletionSource<bool>>();
    TaskCompletionSource<ulong> version;

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    // folder is made where it is missing. origin: the URL of the folder with manifest.txt and the assets; null:
    // offline. shipped: a folder of the game's with the same, only read. keys: public keys, of which one must
    // have signed the manifest. quota: bytes of all objects at most; 0: no limit. order: GC_FETCH_ORDER_MIXED ...
    public GcCache(string folder, string origin, string shipped = null, string keys = null, uint parallel = 0,
                   ulong quota = 0, int order = 0) : base(IntPtr.Zero, true)
    {
        var desc = default(GcCacheNative.Desc);
        GcCacheNative.Error why;
        fixed (byte* f = GcWriter.Zero(folder), o = GcWriter.Zero(origin), s = GcWriter.Zero(shipped), k = GcWriter.Zero(keys))
        {
            desc.folder = f;
            desc.origin = origin == null ? null : o;
            desc.shipped = shipped == null ? null : s;
            desc.keys = keys == null ? null : k;
            desc.parallel = parallel;
            desc.quota = quota;
            desc.order = order;
            SetHandle((IntPtr)GcCacheNative.asset_cache_open(&desc, &why));
        }
        if (IsInvalid) throw Failed(why.result, GcWriter.Text(why.what));
    }

    // What is still awaited is cancelled. Assets that were acquired are gone: dispose of them before.
    protected override bool ReleaseHandle()
    {
        GcCacheNative.asset_cache_close((void*)handle);
        foreach (var one in awaited.Values) one.TrySetCanceled();
        if (version != null) version.TrySetCanceled();
        return true;
    }

    // The origin's newest version, which becomes the current one as a whole; the task ends with its number (0: it
    // has none). With onDemand it is the current one at once, and Get fetches what is asked for.
    public Task<ulong> Fetch(bool onDemand = false)
    {
        int result = GcCacheNative.asset_cache_update(Native, onDemand ? 1 : 0);
        if (result != Ok) throw Failed(result, "update");
        return (version = new TaskCompletionSource<ulong>()).Task;
    }

    // Ends when the asset can be acquired. Higher priorities come first, those above 0 beside a full pipe.
    public Task Get(string name, int priority = 0)
    {
        int result;
        fixed (byte* n = GcWriter.Zero(name)) result = GcCacheNative.asset_cache_get(Native, n, priority);
        if (result == Ok) return Task.CompletedTask;
        if (result != Pending) throw Failed(result, name);
        TaskCompletionSource<bool> task;
        if (!awaited.TryGetValue(name, out task)) awaited[name] = task = new TaskCompletionSource<bool>();
        return task.Task;
    }

    // The bytes, without a copy; null: not there (Get it first). Any thread.
    public GcAsset Acquire(string name)
    {
        GcCacheNative.Data data;
        int result;
        fixed (byte* n = GcWriter.Zero(name)) result = GcCacheNative.asset_cache_acquire(Native, n, &data);
        if (result == GcCacheNative.Absent || result == GcCacheNative.NotFound) return null;
        if (result != Ok) throw Failed(result, name);
        return new GcAsset(this, data);
    }

    // Works for half a millisecond at most, and ends the tasks that are done. Never waits.
    public void Update()
    {
        GcCacheNative.Event news;
        while (GcCacheNative.asset_cache_poll(Native, &news) != 0)
        {
            TaskCompletionSource<bool> task;
            if (news.type == GcCacheNative.Updated || news.type == GcCacheNative.NotUpdated)
            {
                if (version == null) continue;
                if (news.type == GcCacheNative.Updated) version.TrySetResult(news.number);
                else version.TrySetException(Failed(news.result, GcWriter.Text(news.detail)));
                version = null;
                continue;
            }
            if (news.name == null) continue;
            string name = GcWriter.Text(news.name);
            if (!awaited.TryGetValue(name, out task)) continue;
            awaited.Remove(name);
            if (news.type == GcCacheNative.Ready) task.TrySetResult(true);
            else task.TrySetException(Failed(news.result, GcWriter.Text(news.detail)));
        }
    }

    // Of the update: paused, resumed, given up; bytes a second of all that is fetched, 0: no limit.
    public void Pause(bool pause) { GcCacheNative.asset_cache_pause(Native, (byte)(pause ? 1 : 0)); }
    public void Cancel() { GcCacheNative.asset_cache_cancel(Native); }
    public void SetRateLimit(ulong bytesPerSecond) { GcCacheNative.asset_cache_set_rate_limit(Native, bytesPerSecond); }

    internal void Release(ref GcCacheNative.Data data)
    {
        if (data.bytes == null || IsClosed) return;
        fixed (GcCacheNative.Data* one = &data) GcCacheNative.asset_cache_release(Native, one);
        data = default(GcCacheNative.Data);
    }

    void* Native
    {
        get
        {
            if (IsClosed) throw new ObjectDisposedException("GcCache");
            return (void*)handle;
        }
    }

    static GcException Failed(int result, string what)
    {
        return new GcException(result, what + ": " + GcWriter.Text(GcCacheNative.asset_cache_result_string(result)));
    }
}

// The part of asset_cache.h that GcCache calls. Sizes are those of C: tests/check_bindings.sh compares them.
public static unsafe class GcCacheNative
{
    public const int NotFound = -12, Absent = -20;
    public const int Ready = 1, Updated = 3, NotUpdated = 4;

    [StructLayout(LayoutKind.Sequential)]
    public struct Desc
    {
        public byte* folder, shipped, origin, manifest, keys;
        public ulong max_manifest;
        public uint parallel;
        public int order;
        public UIntPtr ring_bytes;
        public ulong large_from;
        public uint frame_us;
        public ulong quota, seed;
        public byte make_no_folder;
        public IntPtr verify, configure, user;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Error
    {
        public int result, system_error;
        public fixed byte what[192];
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public int type, result, system_error;
        public byte* name, detail;
        public ulong number;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Data
    {
        public void* bytes;
        public UIntPtr size;
        public uint item;
    }

    const string Library = "gc_headers";
    [DllImport(Library)] public static extern byte* asset_cache_result_string(int result);
    [DllImport(Library)] public static extern void* asset_cache_open(Desc* desc, Error* error);
    [DllImport(Library)] public static extern void asset_cache_close(void* cache);
    [DllImport(Library)] public static extern int asset_cache_update(void* cache, int flags);
    [DllImport(Library)] public static extern int asset_cache_get(void* cache, byte* name, int priority);
    [DllImport(Library)] public static extern byte asset_cache_poll(void* cache, Event* news);
    [DllImport(Library)] public static extern int asset_cache_acquire(void* cache, byte* name, Data* data);
    [DllImport(Library)] public static extern void asset_cache_release(void* cache, Data* data);
    [DllImport(Library)] public static extern void asset_cache_pause(void* cache, byte pause);
    [DllImport(Library)] public static extern void asset_cache_cancel(void* cache);
    [DllImport(Library)] public static extern void asset_cache_set_rate_limit(void* cache, ulong bytes_per_second);
}
