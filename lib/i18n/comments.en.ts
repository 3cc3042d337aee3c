/** The English words of comments on whatever the desk shows. */
export const en = {
  title: "Comments",
  failed: "Comments could not be loaded",
  addFailed: "Something went wrong",
  none: "No comments yet.",
  wrote: "commented",
  withdrawn: "comment withdrawn",
  note: "Comment",
  noteHint: "@name notifies a colleague. Kept in the audit log.",
  mention: "Mention",
  add: "Add comment",
  missing: "Enter a comment.",
  added: "Comment added.",
};
