export default function ReceiptRoute() {
	return <h1>Receipt</h1>;
}
