import type { OAuthClientProvider, StoredOAuthTokens } from "@modelcontextprotocol/client";

/** The storage of a program that connects by OAuth, for the protocol's own client. */
export class OAuthProgram implements OAuthClientProvider {
	readonly redirectUrl: string;
	/** the client's destination for its user */
	asked = new URL("about:blank");
	private readonly id: string;
	private kept: StoredOAuthTokens | undefined;
	private verifier = "";

	constructor(id: string, redirectUrl: string) {
		this.id = id;
		this.redirectUrl = redirectUrl;
	}

	get clientMetadata() {
		return { redirect_uris: [this.redirectUrl], client_name: "Shelf" };
	}
	state = () => "the state";
	clientInformation = () => ({ client_id: this.id });
	tokens = () => this.kept;
	saveTokens(tokens: StoredOAuthTokens) {
		this.kept = tokens;
	}
	invalidateCredentials() {
		this.kept = undefined;
	}
	redirectToAuthorization(url: URL) {
		this.asked = url;
	}
	saveCodeVerifier(verifier: string) {
		this.verifier = verifier;
	}
	codeVerifier = () => this.verifier;
}
