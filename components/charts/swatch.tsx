/** A square of a currency's colour. */
export const Swatch = ({ colour }: { colour: string }) => (
  <span aria-hidden="true" className="size-2 flex-none forced-color-adjust-none" style={{ background: colour }} />
);
