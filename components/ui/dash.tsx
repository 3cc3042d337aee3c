/** Nothing to show, where a part of its own says so: a dash tells columns apart, and a card leaves its line out. */
export const Dash = () => <span data-none="">–</span>;
