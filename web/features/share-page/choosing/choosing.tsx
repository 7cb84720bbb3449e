import { type ReactNode, useMemo } from "react";
import { latePart } from "../../../lib/server/late-part.ts";
import { PickingContext, usePicking } from "../picking.tsx";
import { ChoosingBar } from "./choosing-bar.tsx";
import { ChoiceContext, useOwnChoice } from "./use-choice.ts";

const InViewer = latePart(() => import("./comment-panel.tsx"), "CommentPanel");

/** Makes hearts a choice that is sent to the creator. */
export function Choosing({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
	const choice = useOwnChoice(isUsed);
	const picking = usePicking();
	const value = useMemo(() => picking && { ...picking, Bar: ChoosingBar, InViewer }, [picking]);
	return (
		<ChoiceContext value={choice}>
			<PickingContext value={value}>{children}</PickingContext>
		</ChoiceContext>
	);
}
