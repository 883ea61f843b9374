// same ROOT URL: dice, a sort, a save, a fetch; the lines are those of same.c.
use gc_headers::{sort, Fetcher, Rng, Writer};

fn line(word: &str, dice: &[i32]) {
    let numbers: Vec<String> = dice.iter().map(|d| d.to_string()).collect();
    println!("{word}\t{}", numbers.join("\t"));
}

fn main() -> Result<(), gc_headers::Error> {
    let args: Vec<String> = std::env::args().collect();
    let mut rng = Rng::new(2026);
    let mut dice: Vec<i32> = (0..5).map(|_| rng.range(1, 6) as i32).collect();
    line("dice", &dice);
    sort(&mut dice);
    line("sorted", &dice);

    let writer = Writer::open(&args[1])?;
    writer.save("rust.sav", b"forty-two", 7)?;
    let loaded = writer.load("rust.sav")?;
    println!("saved\t{}\t{}\t{}", String::from_utf8_lossy(&loaded.data), loaded.version, loaded.backup);
    println!("missing\t{}", writer.load("none.sav").err().unwrap().code);

    let mut fetcher = Fetcher::open()?;
    let body = fetcher.get(&args[2])?;
    println!("fetched\t{}\t{}\t{}", body.status, body.data.len(), String::from_utf8_lossy(&body.data[..9]));
    println!("refused\t{}", fetcher.get("none:").err().unwrap().code);
    Ok(())
}
