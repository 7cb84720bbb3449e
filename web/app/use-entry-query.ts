import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readEntry } from "../lib/addresses/entry-query.ts";
import { isOwnDocument, paths } from "../lib/addresses/paths.ts";

/** Screens that use these parameters for something else. */
const KEPT: readonly string[] = [paths.confirm, paths.report, paths.analytics];

/** `?redirect=/path` and `?share=id` redirect on load, within this site only, and are removed from the address. */
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
