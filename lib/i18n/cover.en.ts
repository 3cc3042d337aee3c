/** The English words of what is to be sold against what venues have. */
export const en = {
  title: "Exposure and cover",
  hint: (toSell: string, stock: string, fiat: string) =>
    `${toSell} ${fiat} still to be sold, ${stock} ${fiat} at venues, at current prices.`,
  toExposure: "Exposure and limits",
  toInventory: "Venue inventory",
  failed: "Exposure and cover could not be loaded",
  none: "Nothing to be sold.",
  chart: (fiat: string) => `Still to be sold of each crypto against venue balances, in ${fiat}.`,
  step: "Left and right arrows step through the assets.",
  parts: { book: "Open position", seen: "Unconfirmed", held: "Held", promised: "Promised, not received" },
  asset: "Asset",
  toSell: "Total to sell",
  stock: "At venues",
  value: (fiat: string) => `To sell, ${fiat}`,
  cover: "Cover",
  above: (share: string) => `>\u00a0${share}`,
  noPrice: (asset: string) => `${asset}: no price`,
  point: (asset: string, of: { toSell: string; stock: string; fiat: string; parts: string; cover: string }) =>
    `${asset}: ${of.toSell} ${of.fiat} to sell${of.parts ? ` (${of.parts})` : ""}, ${of.stock} ${of.fiat} at venues, cover ${of.cover}`,
  way: {
    title: "From the payer to the bank",
    hint: "deposits in sight, then what the books hold at each stage, at current prices",
    none: "Nothing is held or on its way.",
    station: "Stage",
    stations: {
      CHAIN: "Unconfirmed on chain",
      CUSTODY: "Custody",
      TRANSIT: "In transit",
      VENUE: "Venues",
      BANK: "Banks",
    },
  },
};
