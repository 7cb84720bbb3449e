import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;

export function newTotpSecret(): string {
	return new Secret({ size: 20 }).base32;
}

function totpOf(secret: string, issuer = "", label = ""): TOTP {
	return new TOTP({ issuer, label, secret, period: PERIOD_S, digits: 6, algorithm: "SHA1" });
}

export function totpUri(secret: string, issuer: string, label: string): string {
	return totpOf(secret, issuer, label).toString();
}

/** Returns the time step of `code`, or null; accepts one step (30 s) early or late. */
export function totpStep(secret: string, code: string, now: number): number | null {
	const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
	return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}
