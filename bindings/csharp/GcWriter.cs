// GcWriter.cs - gc_writer.h for C#: saves that are whole or absent, written in the background.
//
//     using (var writer = new GcWriter(GcWriter.UserFolder("Studio", "Game")))
//     {
//         writer.Save("slot1.sav", bytes, 7);              // the bytes are copied; nothing waits
//         GcLoaded save = writer.Load("slot1.sav");        // newest whole one of slot1.sav, .1, .2
//         await writer.SaveAsync("slot1.sav", bytes, 8);   // ends when the file stands
//     }
//
// Update(), once a frame, ends what is awaited, on the thread that calls it. It needs GcNative.cs, GcSort.cs
// (GcException), and the shared library "gc_headers". C# 7.2, -unsafe; run by Mono 6.8.
// SPDX-License-Identifier: MIT OR Unlicense
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading.Tasks;
using static GcNative;

public struct GcLoaded
{
    public byte[] Data;
    public uint Version;
    public uint Backup;             // 0: the newest
}

public sealed unsafe class GcWriter : SafeHandle
{
    readonly Dictionary<ulong, TaskCompletionSource<bool>> awaited = new Dictionary<ulong, TaskCompletionSource<bool>>();
    ulong tags;

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    // Makes the root where it is missing.
    public GcWriter(string root) : base(IntPtr.Zero, true)
    {
        gc_writer_desc desc = default;
        gc_writer_error why;
        fixed (byte* text = Zero(root))
        {
            desc.root = text;
            SetHandle((IntPtr)gc_writer_open(&desc, &why));
        }
        if (IsInvalid) throw new GcException(why.result, Text(why.what) + ": " + Text(gc_writer_result_string(why.result)));
    }

    // Writes all that is left.
    protected override bool ReleaseHandle()
    {
        gc_writer_close((gc_writer*)handle);
        foreach (var one in awaited.Values) one.TrySetCanceled();
        return true;
    }

    // A root for what a player has, by the system's rules.
    public static string UserFolder(string organisation, string game)
    {
        var folder = new byte[4096];
        fixed (byte* o = Zero(organisation), g = Zero(game), f = folder)
        {
            Check(gc_writer_user_folder(organisation == null ? null : o, g, f, (UIntPtr)folder.Length));
            return Text(f);
        }
    }

    // Copies the bytes; they are written in the background, whole or not at all. With backups what it
    // replaces stays as path.1, that as path.2 and so on.
    public void Save(string path, ReadOnlySpan<byte> data, uint version = 0, uint backups = 0)
    {
        Put(path, data, version, backups, 0);
    }

    // The same; the task ends in the Update after the file came to stand, or with a GcException.
    public Task SaveAsync(string path, ReadOnlySpan<byte> data, uint version = 0, uint backups = 0)
    {
        // A tag above 0 asks for an event.
        Put(path, data, version, backups, ++tags);
        return (awaited[tags] = new TaskCompletionSource<bool>()).Task;
    }

    void Put(string path, ReadOnlySpan<byte> data, uint version, uint backups, ulong tag)
    {
        gc_writer_file_desc desc = default;
        gc_writer_file file;
        desc.version = version;
        desc.backups = backups;
        desc.tag = tag;
        desc.forget = (byte)(tag == 0 ? 1 : 0);
        fixed (byte* name = Zero(path), bytes = &MemoryMarshal.GetReference(data))
        {
            desc.path = name;
            Check(gc_writer_save(Pointer, &desc, bytes, (UIntPtr)data.Length, &file));
        }
    }

    // Waits. A GcException with GC_WRITER_E_NOT_FOUND where there is none.
    public GcLoaded Load(string path)
    {
        gc_writer_content content;
        fixed (byte* name = Zero(path)) Check(gc_writer_load(Pointer, name, &content));
        var loaded = new GcLoaded { Data = new byte[(int)content.size], Version = content.version, Backup = content.backup };
        Marshal.Copy((IntPtr)content.data, loaded.Data, 0, loaded.Data.Length);
        gc_writer_free(Pointer, &content);
        return loaded;
    }

    // Ends the tasks whose files are done.
    public void Update()
    {
        gc_writer_event news;
        while (gc_writer_poll(Pointer, &news) != 0)
        {
            TaskCompletionSource<bool> task;
            if (news.type < GC_WRITER_PUBLISHED || !awaited.TryGetValue(news.tag, out task)) continue;
            awaited.Remove(news.tag);
            if (news.result == GC_WRITER_OK) task.TrySetResult(true);
            else task.TrySetException(new GcException(news.result, Text(news.path) + ": " + Text(gc_writer_result_string(news.result))));
        }
    }

    // Waits until everything is written; TIMEOUT throws.
    public void Flush(int timeoutMs = -1) { Check(gc_writer_flush(Pointer, timeoutMs)); }

    gc_writer* Pointer
    {
        get
        {
            if (IsClosed) throw new ObjectDisposedException("GcWriter");
            return (gc_writer*)handle;
        }
    }

    static void Check(int result)
    {
        if (result != GC_WRITER_OK) throw new GcException(result, Text(gc_writer_result_string(result)));
    }

    // A text of C, and back.
    internal static byte[] Zero(string text) { return Encoding.UTF8.GetBytes((text ?? "") + "\0"); }
    internal static string Text(byte* text)
    {
        int length = 0;
        while (text != null && text[length] != 0) length++;
        return text == null ? "" : Encoding.UTF8.GetString(text, length);
    }
}
