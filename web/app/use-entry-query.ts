import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readEntry } from "../lib/addresses/entry-query.ts";
import { isOwnDocument, paths } from "../lib/addresses/paths.ts";

/** Screens to which these parameters mean something else. */
const KEPT: readonly string[] = [paths.confirm, paths.report, paths.analytics];

/**
 * `?redirect=/path` and `?share=id` on load redirect there, within this site only; the parameter is
 * removed from the address. The screen that asks for a confirmation goes there itself, afterwards, and
 * those for reports and for figures are about the share.
 */
export function useEntryQuery(): void {
	const { pathname, search, hash } = useLocation();
	const navigate = useNavigate();
	useEffect(() => {
		if (KEPT.includes(pathname)) return;
		const entry = readEntry(search);
		if (!entry) return;
		const { wanted, rest } = entry;
		const target = wanted ?? pathname + rest + hash;
		if (wanted && isOwnDocument(wanted)) location.replace(wanted);
		else navigate(target, { replace: true });
	}, [pathname, search, hash, navigate]);
}
