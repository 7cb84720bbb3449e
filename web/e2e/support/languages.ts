import { LOCALES, type Locale } from "../../../worker/contract/locales.ts";
import { DOES_ALL_ROUNDS } from "./rounds.ts";

/** English, and another language that differs from test to test; in all rounds every language. */
export function inTurn(turn: number): Locale[] {
	const [english = "en", ...others] = Object.keys(LOCALES) as Locale[];
	if (DOES_ALL_ROUNDS) return [english, ...others];
	return [english, others[turn % others.length] ?? english];
}
