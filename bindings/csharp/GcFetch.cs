// GcFetch.cs - gc_fetch.h for C#: many downloads at once, awaited.
//
//     using (var fetch = new GcFetch())
//     {
//         byte[] body = await fetch.Get("https://example.org/level.bin");
//         await fetch.GetFile("https://example.org/music.ogg", "music.ogg");  // below new GcFetch(root)
//     }
//
// Update(), once a frame, ends the tasks that are done, on the thread that calls it: in Unity the main thread,
// where `await` goes on. It needs GcNative.cs, GcWriter.cs (texts), GcSort.cs (GcException), and the shared
// library "gc_headers". C# 7.2, -unsafe; run by Mono 6.8.
// SPDX-License-Identifier: MIT OR Unlicense
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading.Tasks;
using static GcNative;

public sealed unsafe class GcFetch : SafeHandle
{
    readonly Dictionary<ulong, TaskCompletionSource<byte[]>> awaited = new Dictionary<ulong, TaskCompletionSource<byte[]>>();
    ulong tags;

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    // root: the folder of GetFile. parallel: transfers at a time; 0: the default. order: GC_FETCH_ORDER_MIXED ...
    public GcFetch(string root = null, uint parallel = 0, int order = 0) : base(IntPtr.Zero, true)
    {
        gc_fetch_desc desc = default;
        gc_fetch_error why;
        fixed (byte* text = GcWriter.Zero(root))
        {
            desc.root = root == null ? null : text;
            desc.parallel = parallel;
            desc.order = order;
            SetHandle((IntPtr)gc_fetch_open(&desc, &why));
        }
        if (IsInvalid) throw Error(why.result, GcWriter.Text(why.what));
    }

    // Ends what still runs; its tasks are cancelled.
    protected override bool ReleaseHandle()
    {
        gc_fetch_close((gc_fetch*)handle);
        foreach (var one in awaited.Values) one.TrySetCanceled();
        return true;
    }

    // A body. Higher priorities come first. A failure is a GcException with gc_fetch's code.
    public Task<byte[]> Get(string url, int priority = 0) { return Add(url, null, priority); }

    // A body into a file below the root, whole or absent; the task's array is empty.
    public Task<byte[]> GetFile(string url, string path, int priority = 0) { return Add(url, path, priority); }

    Task<byte[]> Add(string url, string path, int priority)
    {
        gc_fetch_request request = default;
        fixed (byte* u = GcWriter.Zero(url), p = GcWriter.Zero(path))
        {
            request.url = u;
            request.priority = priority;
            request.tag = ++tags;
            request.sink = path == null ? GC_FETCH_MEMORY : GC_FETCH_FILE;
            request.path = path == null ? null : p;
            int result = gc_fetch_add(Pointer, &request, null);
            if (result != GC_FETCH_OK) throw Error(result, url);
        }
        return (awaited[tags] = new TaskCompletionSource<byte[]>()).Task;
    }

    // Ends the tasks that are done. Never waits.
    public void Update()
    {
        gc_fetch_event news;
        while (gc_fetch_poll(Pointer, &news) != 0)
        {
            TaskCompletionSource<byte[]> task;
            if (news.type < GC_FETCH_DONE || !awaited.TryGetValue(news.tag, out task)) continue;
            awaited.Remove(news.tag);
            if (news.type == GC_FETCH_FAILED)
            {
                task.TrySetException(Error(news.result, GcWriter.Text(news.detail)));
                continue;
            }
            var body = new byte[(int)news.size];
            if (body.Length > 0) Marshal.Copy((IntPtr)news.data, body, 0, body.Length);
            task.TrySetResult(body);
        }
    }

    // Waits until Update has something to do; false: nothing is left, or the time is over.
    public bool Wait(int timeoutMs = -1) { return gc_fetch_wait(Pointer, timeoutMs) == GC_FETCH_OK; }

    gc_fetch* Pointer
    {
        get
        {
            if (IsClosed) throw new ObjectDisposedException("GcFetch");
            return (gc_fetch*)handle;
        }
    }

    static GcException Error(int result, string what)
    {
        return new GcException(result, what + ": " + GcWriter.Text(gc_fetch_result_string(result)));
    }
}
