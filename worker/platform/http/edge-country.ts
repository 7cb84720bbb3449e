/**
 * Returns the country that the edge assigns to a request (ISO 3166); null if unknown, also for Tor (`T1`). The header
 * is the edge's own; if an operator has disabled it, and locally, `request.cf` has the same.
 */
export function edgeCountry(request: Request): string | null {
	const { cf } = request as Request<unknown, IncomingRequestCfProperties>;
	const country = request.headers.get("cf-ipcountry") ?? cf?.country ?? "";
	return /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
