import type { ReactNode } from "react";

/** While a form doesn't ask for these fields, they keep what was typed and aren't sent. */
export function OptionalFields({ asked, children }: { asked: boolean; children: ReactNode }) {
	return (
		<fieldset disabled={!asked} className={asked ? "flex min-w-0 flex-col gap-5" : "hidden"}>
			{children}
		</fieldset>
	);
}
