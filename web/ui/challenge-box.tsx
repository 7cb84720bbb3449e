import type { Challenge } from "../lib/use-challenge.ts";
import { Alert } from "./alert.tsx";

/** Where a form's check that one is a person stands; nothing where nobody is asked. `away` is said when it can't be loaded. */
export function ChallengeBox({ challenge, away }: { challenge: Challenge; away: string }) {
	if (!challenge.box) return null;
	return (
		<div>
			{/* As high as the widget, so that nothing moves when it comes. */}
			<div ref={challenge.box} className="min-h-[65px]" />
			{challenge.isAway && (
				<Alert tone="danger" live>
					{away}
				</Alert>
			)}
		</div>
	);
}
