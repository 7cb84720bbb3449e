import { MAX_SOURCE_PART } from "../../contract/constants.ts";
import { paths } from "../../contract/paths.ts";
import type { Source } from "../../pages/analytics/contract.ts";
import type { Visit } from "../../platform/http/visit.ts";

/**
 * Stored as text: `direct`, `page` (the creator's own page here), `host:` with the linking page's host, or `utm:`
 * with source, medium and campaign between bars. A share's sources beyond a daily limit are `other`.
 */

export const DIRECT = "direct";
export const OTHER = "other";
const PAGE = "page";
const HOST = "host:";
const UTM = "utm:";
const UTM_NAMES = ["utm_source", "utm_medium", "utm_campaign"];
const MAX_HOST_LENGTH = 100;

/** Empty for an e-mail address, which identifies a person. */
function tag(value: string | null): string {
	const text = (value ?? "").toWellFormed().normalize("NFC").toLowerCase();
	if (text.includes("@")) return "";
	return text
		.replace(/[\p{C}|]+/gu, " ")
		.trim()
		.slice(0, MAX_SOURCE_PART)
		.trim();
}

function tagged({ searchParams }: URL): string | null {
	const parts = UTM_NAMES.map((name) => tag(searchParams.get(name)));
	return parts.some((part) => part !== "") ? `${UTM}${parts.join("|")}` : null;
}

/**
 * Reads the visit's own address, or else that of our page that led here (`isNamed` for both), or else the linking
 * page's host. Null for a visitor who asks not to be tracked.
 */
export function sourceOf(
	visit: Visit,
	origin: string,
): { source: string; isNamed: boolean } | null {
	if (visit.isPrivate) return null;
	const from = visit.referrer === null ? null : URL.parse(visit.referrer);
	const isOurs = from?.origin === new URL(origin).origin;
	const address = URL.parse(visit.address);
	const named = (address && tagged(address)) ?? (from && isOurs ? tagged(from) : null);
	if (named !== null) return { source: named, isNamed: true };
	return { source: from ? linked(from, isOurs) : DIRECT, isNamed: false };
}

function linked(from: URL, isOurs: boolean): string {
	if (isOurs) return from.pathname.startsWith(paths.creator("")) ? PAGE : DIRECT;
	const host = from.hostname.replace(/^www\./, "").slice(0, MAX_HOST_LENGTH);
	return host === "" ? DIRECT : `${HOST}${host}`;
}

export function presentSource(source: string): Source {
	if (source.startsWith(HOST)) return { kind: "host", name: source.slice(HOST.length) };
	if (source.startsWith(UTM)) {
		const [name = "", medium = "", campaign = ""] = source.slice(UTM.length).split("|");
		return { kind: "utm", name, medium, campaign };
	}
	if (source === DIRECT || source === PAGE || source === OTHER) return { kind: source };
	return { kind: "unrecorded" };
}
