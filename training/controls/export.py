"""export.py CHECKPOINT OUT.onnx: the network as ONNX, its normalisations folded, the weights of its convolutions in bytes with a scale for each channel (a runtime widens them when it loads
them), and the rest in half precision. export.py narrow IN.onnx OUT.onnx: a network in half precision, so narrowed."""
import os, sys
import numpy as np, onnx, torch
from onnx import TensorProto, helper, numpy_helper
from net import Net, export

def halve(path):
    model = onnx.load(path); graph = model.graph; casts = []
    for w in list(graph.initializer):
        a = numpy_helper.to_array(w)
        if w.data_type != TensorProto.FLOAT or a.size < 256: continue
        graph.initializer.remove(w); graph.initializer.append(numpy_helper.from_array(a.astype('float16'), w.name + '_half'))
        casts.append(helper.make_node('Cast', [w.name + '_half'], [w.name], to=TensorProto.FLOAT))
    for c in reversed(casts): graph.node.insert(0, c)
    onnx.checker.check_model(model); onnx.save(model, path)

def bytes_of(weights):
    """The scale of each channel that is nearest to its weights, and they in bytes."""
    flat = weights.reshape(len(weights), -1).astype('float32'); most = np.abs(flat).max(1) / 127 + 1e-12; scale, least = most.copy(), np.full(len(flat), np.inf)
    for share in np.linspace(.7, 1, 31):
        s = most * share; off = ((np.clip(np.round(flat / s[:, None]), -127, 127) * s[:, None] - flat) ** 2).sum(1); scale = np.where(off < least, s, scale); least = np.minimum(off, least)
    return scale.astype('float32').reshape(-1, *[1] * (weights.ndim - 1)), np.clip(np.round(flat / scale[:, None]), -127, 127).astype('int8').reshape(weights.shape)

def narrow(path, out):
    """A network that `halve` wrote, with the weights of its convolutions in bytes."""
    model = onnx.load(path); graph = model.graph; casts = {n.input[0]: n for n in graph.node if n.op_type == 'Cast'}; asked = {n.input[1] for n in graph.node if n.op_type == 'Conv'}; made = []
    for w in list(graph.initializer):
        a = numpy_helper.to_array(w); cast = casts.get(w.name)
        if cast is None or cast.output[0] not in asked or a.size < 1024: continue
        name = cast.output[0]; scale, whole = bytes_of(a); graph.node.remove(cast); graph.initializer.remove(w); graph.initializer.extend([numpy_helper.from_array(whole, name + '_bytes'), numpy_helper.from_array(scale, name + '_scale')])
        made += [helper.make_node('Cast', [name + '_bytes'], [name + '_wide'], to=TensorProto.FLOAT), helper.make_node('Mul', [name + '_wide', name + '_scale'], [name])]
    for n in reversed(made): graph.node.insert(0, n)
    onnx.checker.check_model(model); onnx.save(model, out)

def read(checkpoint):
    net = Net(); net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in torch.load(checkpoint, map_location='cpu').items()}); return net.eval()

if __name__ == '__main__':
    if sys.argv[1] == 'narrow': narrow(*sys.argv[2:4]); print(os.path.getsize(sys.argv[3]), 'bytes')
    else:
        checkpoint, path = sys.argv[1:3]; net = read(checkpoint); export(net, path); halve(path); narrow(path, path)
        print(os.path.getsize(path), 'bytes,', sum(p.numel() for p in net.parameters()), 'parameters')
