/**
 * Returns the edge's ISO 3166 code; null if unknown, and for Tor (`T1`). An operator can disable its header;
 * `request.cf` has the same.
 */
export function edgeCountry(request: Request): string | null {
	const { cf } = request as Request<unknown, IncomingRequestCfProperties>;
	const country = request.headers.get("cf-ipcountry") ?? cf?.country ?? "";
	return /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
