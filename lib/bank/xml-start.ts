/** XML begins with a `<`, behind a byte order mark and blanks at most, in letters of one byte or of two; all else is CSV. */
export const beginsAsXml = (bytes: Uint8Array): boolean =>
  /^[\s\0\u00ef\u00bb\u00bf\u00fe\u00ff]*</.test(new TextDecoder("latin1").decode(bytes.subarray(0, 64)));
