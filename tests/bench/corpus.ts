// Notes to measure with, generated from a seed, so that every run reads the same. English and Korean, with word
// frequencies as in real text (Zipf), and lines from empty to long.
import { seeded } from "./random.mjs";

const WORDS = {
  English:
    "the of and to in a is that it was for on are with as be at this have from or by not but what all were when we there can an your which their if will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know",
  Korean:
    "그 이 것 수 나는 우리 사람 때 말 일 있다 없다 하다 되다 같은 대한 위해 오늘 아침 저녁 바다 등대 바람 유리 계단 기름 항구 날씨 편지 이야기 램프 파도 사진 기록 시간 나라 마을 친구 노래 그림 생각 마음 손님 바위 새벽 하늘 구름 물결 고양이 자전거 도서관 할머니 아버지 어머니 학교 시장 다리 골목 겨울 여름 가을 봄날 창문 의자 책상",
};

export type Language = keyof typeof WORDS;

export const LANGUAGES = Object.keys(WORDS) as Language[];

/** A note of `bytes` bytes of UTF-8. */
export function note(language: Language, bytes: number): Uint8Array {
  const words = WORDS[language].split(" ");
  const random = seeded(bytes + language.length);
  const encoder = new TextEncoder();
  // One mebibyte of lines, repeated: what is measured does not look back further.
  let block = "";
  const target = Math.min(bytes, 1024 * 1024);
  for (let size = 0; size < target;) {
    const length = random() < 0.3 ? 0 : Math.floor(2 + random() * 22);
    const line = Array.from({ length }, () => words[Math.floor(words.length ** random() - 1)] ?? "").join(" ");
    block += `${line}\n`;
    size += encoder.encode(line).length + 1;
  }
  const unit = encoder.encode(block);
  const note = new Uint8Array(bytes).fill(NEWLINE);
  for (let at = 0; at < bytes; at += unit.length) {
    const room = unit.subarray(0, bytes - at);
    note.set(room.subarray(0, room.lastIndexOf(NEWLINE) + 1), at);
  }
  return note;
}

const NEWLINE = 10;
