// island.cs - the island of examples/rng_island.c: its 196,608 bytes to the standard output.
using System;

static class Island
{
    const uint Seed = 4;

    static int Corner(int x, int y, int k) { return (int)(GcRng.Hash32(Seed, x, y, k) >> 24); }

    static int Noise(int x, int y, int k)
    {
        int mask = (1 << k) - 1, i = x >> k, j = y >> k, s = (x & mask) << 8 - k, t = (y & mask) << 8 - k;
        s = s * s * (768 - 2 * s) >> 16;
        t = t * t * (768 - 2 * t) >> 16;
        int north = Corner(i, j, k) * (256 - s) + Corner(i + 1, j, k) * s;
        int south = Corner(i, j + 1, k) * (256 - s) + Corner(i + 1, j + 1, k) * s;
        return north * (256 - t) + south * t;
    }

    static int Height(int x, int y)
    {
        int sum = 0;
        for (int k = 6; k >= 2; k--) sum += Noise(x, y, k) >> 7 - k;
        return (sum >> 8) - 2 * ((x - 128) * (x - 128) + (y - 128) * (y - 128)) - 12000;
    }

    static void Main()
    {
        var pixels = new byte[256 * 256 * 3];
        for (int at = 0; at < pixels.Length; at += 3)
        {
            int x = at / 3 & 255, y = at / 3 >> 8, h = Height(x, y);
            int slope = Math.Min(Math.Max(Height(x + 1, y + 1) - h, -1024), 1024);
            int light = h >= 0 ? 192 + (slope + 1024 >> 8) * 16 : h > -16384 ? 256 - (-h >> 10) * 8 : 136;
            bool tree = GcRng.Hash32(Seed, x, y, 1) < 0x40000000;
            int colour = h < -1600 ? 0x2a6a9c : h < -500 ? 0x3a86b4 : h < 0 ? 0x6fb7c4 : h < 1200 ? 0xe3d4a0 :
                h < 9000 ? (tree ? 0x5d8c40 : 0x6f9f4a) : h < 16000 ? (tree ? 0x2f5c2e : 0x3f7038) :
                h < 21000 ? 0x857c6c : 0xf4f4f6;
            for (int c = 0; c < 3; c++)
                pixels[at + c] = (byte)Math.Min(255, (colour >> 16 - 8 * c & 255) * light >> 8);
        }
        Console.OpenStandardOutput().Write(pixels, 0, pixels.Length);
    }
}
