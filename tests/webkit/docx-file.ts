// A Word document, as small as one can be.
import { strToU8, zipSync } from "fflate";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** The bytes of a document with one paragraph. */
export function docx(text: string): Uint8Array {
  return zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="${TYPES}"><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    ),
    "word/document.xml": strToU8(
      `<w:document ${W}><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
}
