export const HEADERS = {
	ETag: "Names this version of the content: of files and lists for `If-None-Match` and `If-Range`, of what can be edited for `If-Match`.",
	"Accept-Ranges": "`bytes`: one range can be asked for.",
	"Content-Range": "Which bytes of how many these are; with 416 `bytes */` and how many there are.",
	"Content-Disposition": "The name under which a browser stores the content.",
	Location: "The page to show instead.",
	"Retry-After": "Seconds to wait before the next attempt.",
	"Idempotency-Replayed":
		"`true`: the response of the first request with this `Idempotency-Key`; there was no second effect.",
	RateLimit: "How many calls of the access token are left, and the seconds until all are back.",
	"RateLimit-Policy": "How many calls an access token has, and in how many seconds.",
	"WWW-Authenticate": "Why an access token was not accepted (RFC 6750).",
	Deprecation: "Since when the address is deprecated (RFC 9745).",
	Sunset: "From when on the address may be gone (RFC 8594).",
	"X-File-Crc32": "The CRC-32 of the whole file: eight hex digits.",
	"Worker-Version": "Which version of the Worker answers.",
	Link: 'Of a list, the next page, with `rel="next"`; of a deprecated address, where its replacement is described, with `rel="deprecation"`.',
} as const satisfies Record<string, string>;

export type HeaderName = keyof typeof HEADERS;
