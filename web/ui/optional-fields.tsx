import type { ReactNode } from "react";

/** Fields that a form asks for only sometimes. While it does not, they keep what was typed and are not sent. */
export function OptionalFields({ asked, children }: { asked: boolean; children: ReactNode }) {
	return (
		<fieldset disabled={!asked} className={asked ? "flex min-w-0 flex-col gap-5" : "hidden"}>
			{children}
		</fieldset>
	);
}
