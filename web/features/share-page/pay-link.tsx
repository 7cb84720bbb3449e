import { buttonClass } from "../../ui/button.tsx";
import type { useWays } from "./use-ways.ts";

/** A full page load, since the payment page has its own policy. */
export function PayLink({
	way: { href, label, next },
	isMain,
}: {
	way: ReturnType<typeof useWays>[number];
	isMain: boolean;
}) {
	return (
		<div>
			<a className={`${buttonClass(isMain ? "primary" : "plain", "lg")} w-full`} href={href}>
				{label}
			</a>
			{next && <p className="mt-1.5 text-13 text-muted">{next}</p>}
		</div>
	);
}
