import type { Wrote } from "./written.ts";

/** A part of the table in `wrote.ts`. */
export const WROTE_OF_TREASURY: Readonly<Record<string, Wrote>> = {
  "POST /house/v1/destinations": {
    audit: ["destination.add by staff, of house"],
    tables: ["audit+1", "destination+1"],
  },
  "POST /house/v1/destinations/{destinationId}/end": {
    audit: ["destination.end by staff, of house"],
    tables: ["audit+1", "destination~"],
  },
  "POST /house/v1/moves": {
    audit: ["move.request by staff, of house", "move.approve by staff, of house"],
    tables: ["audit+2", "move+1"],
  },
  "POST /house/v1/moves/{moveId}/request": {
    audit: ["move.request by staff, of house", "move.approve by staff, of house"],
    tables: ["audit+2", "move~"],
  },
  "POST /house/v1/moves/{moveId}/link": {
    audit: ["move.arrived by staff, of house"],
    tables: ["audit+1", "move_fact+1"],
  },
  "POST /house/v1/moves/{moveId}/cancel": {
    audit: ["move.cancel by staff, of house"],
    tables: ["audit+1", "move~"],
  },
};
