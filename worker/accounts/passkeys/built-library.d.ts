// tools/build/passkey-library.ts builds this part of the library.
declare module "#passkey-library" {
	export {
		decodeAttestationObject,
		decodeClientDataJSON,
		decodeCredentialPublicKey,
		isoBase64URL,
		isoCrypto,
		isoUint8Array,
		parseAuthenticatorData,
		toHash,
	} from "@simplewebauthn/server/helpers";
}
