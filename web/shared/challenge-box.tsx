import type { Challenge } from "../lib/forms/use-challenge.ts";
import { Alert } from "../ui/alert.tsx";

export function ChallengeBox({ challenge, away }: { challenge: Challenge; away: string }) {
	if (!challenge.box) return null;
	return (
		<div className="@container">
			{/* As high as the widget, to avoid a layout shift. */}
			<div ref={challenge.box} className="min-h-[65px] @max-[300px]:min-h-[140px]" />
			{challenge.isAway && (
				<Alert tone="danger" live>
					{away}
				</Alert>
			)}
		</div>
	);
}
