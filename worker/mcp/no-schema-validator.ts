/**
 * Takes the place of the validator that `@modelcontextprotocol/server` has for runtimes like this one, by
 * the alias in wrangler.toml: 7 KiB, and schemas that would be built when the library is loaded. It is used
 * for answers to questions of older revisions, which a server without sessions does not ask.
 */
export class DefaultJsonSchemaValidator {
	getValidator(): never {
		throw new Error("No answer is validated by a JSON schema.");
	}
}
