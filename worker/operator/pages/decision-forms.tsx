import { Act } from "./pieces.tsx";

/** The choice whether an authority has ordered a take-down. */
export function LegalOrder() {
	return (
		<label class="check">
			<input type="checkbox" name="legalOrder" value="yes" />
			An authority has ordered it (the page answers 451)
		</label>
	);
}

/** The possible acts on a decision in force. */
export function SanctionActs({ id, appeal }: { id: string; appeal: "none" | "open" | "rejected" }) {
	return (
		<>
			<Act title="Lift it" action={`/operator/sanctions/${id}/lift`} button="Lift">
				<label>
					Words to the creator
					<small>In their language; may be empty.</small>
					<textarea name="text" maxlength={5000} />
				</label>
			</Act>
			{appeal === "open" && (
				<Act title="Reject the appeal" action={`/operator/sanctions/${id}/reject`} button="Reject">
					<label>
						Why the decision stands
						<small>The creator reads it, in their language.</small>
						<textarea name="text" required minlength={20} maxlength={5000} />
					</label>
				</Act>
			)}
		</>
	);
}
