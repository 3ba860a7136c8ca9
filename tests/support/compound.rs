//! Compound files, built stream by stream.

const SECTOR: usize = 512;
const SMALL: usize = 64;
const END: u32 = 0xffff_fffe;

/// A compound file of these streams. `a/b` is the stream `b` in the storage `a`.
pub fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut entries: Vec<(String, Option<usize>, &[u8])> = vec![("Root Entry".to_owned(), None, &[])];
    for (path, content) in streams {
        let (storage, name) = path.split_once('/').map_or((None, *path), |(storage, name)| (Some(storage), name));
        let parent = storage.map_or(0, |storage| {
            entries.iter().position(|(name, ..)| name == storage).unwrap_or_else(|| {
                entries.push((storage.to_owned(), Some(0), &[]));
                entries.len() - 1
            })
        });
        entries.push((name.to_owned(), Some(parent), content));
    }
    let (mut sectors, mut table) = (Vec::new(), Vec::new());
    let (mut small, mut small_table) = (Vec::new(), Vec::new());
    let mut starts = vec![END; entries.len()];
    for (start, (_, _, content)) in starts.iter_mut().zip(&entries).filter(|(_, (_, _, content))| !content.is_empty()) {
        *start = if content.len() < 4096 {
            chain(content, SMALL, &mut small, &mut small_table)
        } else {
            chain(content, SECTOR, &mut sectors, &mut table)
        };
    }
    let small_len = small.len();
    starts[0] = if small.is_empty() { END } else { chain(&small, SECTOR, &mut sectors, &mut table) };
    let small_table: Vec<u8> = small_table.iter().flat_map(|next| next.to_le_bytes()).collect();
    let small_start = if small_table.is_empty() { END } else { chain(&small_table, SECTOR, &mut sectors, &mut table) };
    let mut directory = Vec::new();
    for (at, (name, parent, content)) in entries.iter().enumerate() {
        let others = |wanted: Option<usize>, after: usize| {
            let found = entries.iter().enumerate().skip(after).find(|(_, (_, parent, _))| *parent == wanted);
            found.map_or(u32::MAX, |(at, _)| u32::try_from(at).unwrap_or(u32::MAX))
        };
        let mut entry = vec![0; 128];
        let letters: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        entry[..letters.len()].copy_from_slice(&letters);
        entry[64..66].copy_from_slice(&u16::try_from(letters.len() + 2).unwrap_or(0).to_le_bytes());
        let (next, child) = (if at == 0 { u32::MAX } else { others(*parent, at + 1) }, others(Some(at), 0));
        let len = if at == 0 { small_len } else { content.len() };
        for (place, value) in
            [(68, u32::MAX), (72, next), (76, child), (116, starts[at]), (120, u32::try_from(len).unwrap_or(0))]
        {
            entry[place..place + 4].copy_from_slice(&value.to_le_bytes());
        }
        directory.extend(entry);
    }
    let directory_start = chain(&directory, SECTOR, &mut sectors, &mut table);
    // The table comes last, and lists its own sectors too.
    let own = (table.len() + 2).div_ceil(SECTOR / 4).max(1);
    let first = table.len();
    table.extend(std::iter::repeat_n(0xffff_fffd_u32, own));
    let table_bytes: Vec<u8> = table.iter().flat_map(|next| next.to_le_bytes()).collect();
    chain(&table_bytes, SECTOR, &mut sectors, &mut Vec::new());
    let mut head = vec![0xff_u8; SECTOR];
    head[..76].fill(0);
    head[..8].copy_from_slice(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
    let number = |number: usize| u32::try_from(number).unwrap_or(0);
    for (place, value) in
        [(28, 0x0009_fffe), (32, 6), (44, number(own)), (48, directory_start), (56, 4096), (60, small_start), (68, END)]
    {
        head[place..place + 4].copy_from_slice(&u32::to_le_bytes(value));
    }
    for at in 0..own {
        head[76 + at * 4..80 + at * 4].copy_from_slice(&number(first + at).to_le_bytes());
    }
    head.extend(sectors);
    head
}

/// Adds `content` as a chain of sectors of this size. Returns its first one.
fn chain(content: &[u8], size: usize, sectors: &mut Vec<u8>, table: &mut Vec<u32>) -> u32 {
    let first = u32::try_from(sectors.len() / size).unwrap_or(0);
    let count = u32::try_from(content.len().div_ceil(size)).unwrap_or(0);
    table.extend((1..count).map(|at| first + at));
    table.push(END);
    sectors.extend_from_slice(content);
    sectors.resize(sectors.len().div_ceil(size) * size, 0);
    first
}
