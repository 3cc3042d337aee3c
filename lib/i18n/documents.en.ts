/** The English words of the documents' buttons. */
export const en = {
  receipt: "Receipt, PDF",
  note: "Contract note, PDF",
  failed: "The PDF could not be made. Try again.",
};
