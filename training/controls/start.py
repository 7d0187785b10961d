"""start.py CONTROLS.onnx OUT.npz: a released network as train.py's `--start` takes it: its convolutions in the order of the forward pass, with the
normalisations that were folded into them."""
import sys
import numpy as np, onnx
from onnx import numpy_helper

def convolutions(path):
    graph = onnx.load(path).graph; value = {w.name: numpy_helper.to_array(w) for w in graph.initializer}
    for n in graph.node:
        if n.op_type == 'Cast' and n.input[0] in value: value[n.output[0]] = value[n.input[0]]
        if n.op_type == 'Mul' and all(i in value for i in n.input): value[n.output[0]] = value[n.input[0]].astype('float32') * value[n.input[1]]
    return [(value[n.input[1]], value[n.input[2]] if len(n.input) > 2 else np.zeros(0)) for n in graph.node if n.op_type == 'Conv']

if __name__ == '__main__':
    path, out = sys.argv[1:3]; convs = convolutions(path)
    np.savez(out, **{f'{kind}{i:03d}': part.astype('float32') for i, conv in enumerate(convs) for kind, part in zip('wb', conv)})
    print(len(convs), 'convolutions')
