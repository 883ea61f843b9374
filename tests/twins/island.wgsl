// island.wgsl - the island of examples/rng_island.c: a pixel's colour, 0xRRGGBB.

const SEED = 4u;

fn corner(x: i32, y: i32, k: u32) -> i32 { return i32(gc_rng_hash32(SEED, x, y, i32(k)) >> 24); }

fn smoothly(t: i32) -> i32 { return (t * t * (768 - 2 * t)) >> 16; }

fn noise(x: i32, y: i32, k: u32) -> i32 {
    let mask = (1 << k) - 1;
    let i = x >> k;
    let j = y >> k;
    let s = smoothly((x & mask) << (8 - k));
    let t = smoothly((y & mask) << (8 - k));
    let north = corner(i, j, k) * (256 - s) + corner(i + 1, j, k) * s;
    let south = corner(i, j + 1, k) * (256 - s) + corner(i + 1, j + 1, k) * s;
    return north * (256 - t) + south * t;
}

fn height(x: i32, y: i32) -> i32 {
    var sum = 0;
    for (var k = 6u; k >= 2; k--) { sum += noise(x, y, k) >> (7 - k); }
    return (sum >> 8) - 2 * ((x - 128) * (x - 128) + (y - 128) * (y - 128)) - 12000;
}

fn island(x: i32, y: i32) -> u32 {
    let h = height(x, y);
    let slope = clamp(height(x + 1, y + 1) - h, -1024, 1024);
    var light = 136;
    if (h >= 0) { light = 192 + ((slope + 1024) >> 8) * 16; }
    else if (h > -16384) { light = 256 - (-h >> 10) * 8; }

    let tree = gc_rng_hash32(SEED, x, y, 1) < 0x40000000u;
    var base = 0xf4f4f6;
    if (h < -1600) { base = 0x2a6a9c; }
    else if (h < -500) { base = 0x3a86b4; }
    else if (h < 0) { base = 0x6fb7c4; }
    else if (h < 1200) { base = 0xe3d4a0; }
    else if (h < 9000) { base = select(0x6f9f4a, 0x5d8c40, tree); }
    else if (h < 16000) { base = select(0x3f7038, 0x2f5c2e, tree); }
    else if (h < 21000) { base = 0x857c6c; }

    let red = min(255, ((base >> 16) * light) >> 8);
    let green = min(255, (((base >> 8) & 255) * light) >> 8);
    return u32((red << 16) | (green << 8) | min(255, ((base & 255) * light) >> 8));
}
