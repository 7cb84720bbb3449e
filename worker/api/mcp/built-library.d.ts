// tools/build/mcp-library.ts builds this function from `@modelcontextprotocol/server`; it receives zod.
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
