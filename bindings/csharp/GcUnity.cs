// GcUnity.cs - Unity's NativeArray for the calls of GcSort, GcWriter, GcRng and GcCache, without a copy.
//
//     GcSort.Sort(depths.GcSpan(), drawCalls.GcSpan());    // NativeArray<float>, NativeArray<uint>
//     writer.Save("slot1.sav", state.GcReadOnlySpan());    // NativeArray<byte>
//     using (GcAsset asset = cache.Acquire("level/7"))
//         texture.LoadRawTextureData(asset.GcNative());    // until Dispose: the file itself, mapped
//
// Only in Unity; elsewhere nothing of it is compiled. Unity 2021.2 and later (C# 9, .NET Standard 2.1).
// tests/check_bindings.sh compiles and runs it by Mono, with a NativeArray of its own: not yet by Unity.
// SPDX-License-Identifier: MIT OR Unlicense
#if UNITY_5_3_OR_NEWER
using System;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;

public static unsafe class GcUnity
{
    // The array's own memory. Not longer than the array, nor while a job writes to it: Unity's checks, where they
    // are on, throw for a job that has not been completed.
    public static Span<T> GcSpan<T>(this NativeArray<T> array) where T : struct
    {
        return new Span<T>(NativeArrayUnsafeUtility.GetUnsafePtr(array), array.Length);
    }
    public static ReadOnlySpan<T> GcReadOnlySpan<T>(this NativeArray<T> array) where T : struct
    {
        return new ReadOnlySpan<T>(NativeArrayUnsafeUtility.GetUnsafeReadOnlyPtr(array), array.Length);
    }

    // An asset's bytes as an array that must be neither written nor disposed of; it ends with the asset.
    public static NativeArray<byte> GcNative(this GcAsset asset)
    {
        var array = NativeArrayUnsafeUtility.ConvertExistingDataToNativeArray<byte>(
            (void*)asset.Pointer, checked((int)asset.Size), Allocator.None);
#if ENABLE_UNITY_COLLECTIONS_CHECKS
        NativeArrayUnsafeUtility.SetAtomicSafetyHandle(ref array, AtomicSafetyHandle.GetTempMemoryHandle());
#endif
        return array;
    }
}
#endif
