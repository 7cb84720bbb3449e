// The function that tools/build/mcp-library.ts makes of `@modelcontextprotocol/server`; it is given zod.
declare module "#mcp-library" {
	export function loadLibrary(
		require: (name: "zod/v4") => object,
	): Pick<
		typeof import("@modelcontextprotocol/server"),
		| "acceptedContent"
		| "createMcpHandler"
		| "inputRequired"
		| "ProtocolError"
		| "ProtocolErrorCode"
		| "Server"
	>;
}
