/**
 * Returns the country that the edge takes a request to come from (ISO 3166); null where it does not know,
 * also for Tor (`T1`). The header is the edge's own; where an operator has switched it off, and locally
 * without one, `request.cf` has the same.
 */
export function edgeCountry(request: Request): string | null {
	const { cf } = request as Request<unknown, IncomingRequestCfProperties>;
	const country = request.headers.get("cf-ipcountry") ?? cf?.country ?? "";
	return /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
