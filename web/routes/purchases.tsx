export default function PurchasesRoute() {
	return <h1>Purchases</h1>;
}
