import { redirect } from "next/navigation";

/** The desk begins with what moves: payments. */
export default function Home() {
  redirect("/payments");
}
