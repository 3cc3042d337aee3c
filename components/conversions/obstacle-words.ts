import { conversionsText } from "#lib/i18n/conversions.ts";
import { MOST_BILLS, type Obstacle } from "./choice.ts";

/** What stands in the way of one conversion of these bills, in a sentence. */
export function obstacleWords(obstacle: Obstacle): string {
  const { obstacles } = conversionsText.create;
  switch (obstacle.why) {
    case "none":
      return obstacles.none;
    case "nothingFree":
      return obstacles.nothingFree(obstacle.bills);
    case "mixed":
      return obstacles.mixed(obstacle.pairs.join(", "));
    case "tooMany":
      return obstacles.tooMany(obstacle.bills, MOST_BILLS);
  }
}
