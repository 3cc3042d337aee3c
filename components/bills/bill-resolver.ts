import { zodResolver } from "@hookform/resolvers/zod";
import { billSchema } from "./bill-schema.ts";

/** The form's check by the contract's own schema; loaded apart, for the schemas weigh more than the page. */
export const checkBill = zodResolver(billSchema);
