// GcRng.cs - the default engine of gc_rng.h in C#: the same numbers, for a game in Unity, Godot or
// .NET that must agree with a server or a tool in C. One file, no package, no unsafe code, C# 6.
// tests/vectors/SPEC.md says what each call computes.
//
//     var rng = new GcRng(42);             // or new GcRng(seed, stream)
//     rng.Range(1, 6);
//
// SPDX-License-Identifier: MIT OR Unlicense
using System.Collections.Generic;

public sealed class GcRng
{
    const int Tries = 128;

    // The state, for a save: its four numbers are all there is.
    public ulong A, B, C, Counter;

    public GcRng(ulong seed, ulong stream = 0)
    {
        unchecked
        {
            A = Mix(seed + 0x9e3779b97f4a7c15UL);
            B = Mix(stream + 0xd1b54a32d192ed03UL);
            C = Mix(A ^ (B << 32 | B >> 32));
            Counter = 1;
            for (int i = 0; i < 12; i++) U64();
        }
    }

    static ulong Mix(ulong x)
    {
        unchecked
        {
            x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9UL;
            x = (x ^ x >> 27) * 0x94d049bb133111ebUL;
            return x ^ x >> 31;
        }
    }

    // The next word: 64 random bits. U32: its upper half.
    public ulong U64()
    {
        unchecked
        {
            ulong word = A + B + Counter;
            A = B ^ B >> 11;
            B = C + (C << 3);
            C = (C << 24 | C >> 40) + word;
            Counter++;
            return word;
        }
    }
    public uint U32() { return (uint)(U64() >> 32); }

    // In [0, 1), a multiple of 2^-53; of 2^-24.
    public double F64() { return (U64() >> 11) / 9007199254740992.0; }
    public float F32() { return (U64() >> 40) / 16777216.0f; }

    // An integer in [0, n), exactly uniform; 0 for n 0 or less.
    public ulong Below(ulong n)
    {
        unchecked
        {
            ulong low, result = Multiply(U64(), n, out low);
            if (low >= n) return result;
            ulong excess = n == 0 ? 0 : (0 - n) % n;
            for (int tries = 1; low < excess && tries < Tries; tries++) result = Multiply(U64(), n, out low);
            return result;
        }
    }
    public int Below(int n) { return (int)Below(n < 0 ? 0 : (ulong)n); }

    // An integer in [lo, hi], both ends included; lo > hi are swapped.
    public long Range(long lo, long hi)
    {
        unchecked
        {
            if (lo > hi) return Range(hi, lo);
            ulong count = (ulong)hi - (ulong)lo + 1;
            return (long)((ulong)lo + (count == 0 ? U64() : Below(count)));
        }
    }
    public int Range(int lo, int hi) { return (int)Range((long)lo, hi); }

    // True with probability p.
    public bool Chance(double p) { return F64() < p; }

    // Puts a list or an array of at most 2^30 elements in random order: a word for two places.
    public void Shuffle<T>(IList<T> list)
    {
        unchecked
        {
            for (int i = list.Count; i > 1; i -= 2)
            {
                ulong n = (ulong)i, product = n * (n - 1), low;
                ulong first = Multiply(U64(), n, out low), second = Multiply(low, n - 1, out low);
                if (low < product)
                {
                    ulong excess = (0 - product) % product;
                    for (int tries = 1; low < excess && tries < Tries; tries++)
                    {
                        first = Multiply(U64(), n, out low);
                        second = Multiply(low, n - 1, out low);
                    }
                }
                Swap(list, i - 1, (int)first);
                Swap(list, i - 2, (int)second);
            }
        }
    }
    static void Swap<T>(IList<T> list, int i, int k)
    {
        T v = list[i];
        list[i] = list[k];
        list[k] = v;
    }

    // The upper half of a product of 128 bits, and the lower one.
    static ulong Multiply(ulong a, ulong b, out ulong low)
    {
        unchecked
        {
            ulong al = (uint)a, ah = a >> 32, bl = (uint)b, bh = b >> 32;
            ulong middle = ah * bl + (al * bl >> 32), other = al * bh + (uint)middle;
            low = a * b;
            return ah * bh + (middle >> 32) + (other >> 32);
        }
    }

    // The 64 bits of a place.
    public static ulong Hash(ulong seed, long x, long y, long z)
    {
        unchecked { return Step(Step(Step(Step(0, seed), (ulong)z), (ulong)y), (ulong)x); }
    }
    static ulong Step(ulong h, ulong n)
    {
        unchecked
        {
            ulong v = h + n * 0x9e3779b97f4a7c15UL;
            v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9UL ^ (h + 0xd1b54a32d192ed03UL);
            v = (v ^ v >> 27) * 0x94d049bb133111ebUL;
            return v ^ v >> 31;
        }
    }

    // The 32 bits of a place: what a shader computes as well.
    public static uint Hash32(uint seed, int x, int y, int z)
    {
        unchecked
        {
            uint a = 0x243f6a88, b = 0x85a308d3;
            Step32(ref a, ref b, seed);
            Step32(ref a, ref b, (uint)z);
            Step32(ref a, ref b, (uint)y);
            Step32(ref a, ref b, (uint)x);
            return a;
        }
    }
    static void Step32(ref uint a, ref uint b, uint n)
    {
        unchecked
        {
            uint v = a + n * 0x9e3779b9, w = (v ^ v >> 16) * 0x21f0aaad;
            v = w ^ (b + n);
            v = (v ^ v >> 15) * 0xd35a2d97;
            v = (v ^ v >> 15) * 0x735a2d97;
            a = v ^ v >> 16;
            b = w;
        }
    }
}
