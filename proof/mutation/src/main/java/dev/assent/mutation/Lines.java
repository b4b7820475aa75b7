package dev.assent.mutation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which lines ran. A call of {@link #hit} at the beginning of each line notes it, so a line counts even if it throws.
 *
 * <p>Thread safety: safe for all threads. A line that a thread runs during {@link #take()} may count for either side.
 */
public final class Lines {
    private static final int LINES_MAX = 1 << 20;
    private static final String NAME = Lines.class.getName().replace('.', '/');
    private static final boolean[] HITS = new boolean[LINES_MAX];
    private static final List<String> NAMES = new ArrayList<>();
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    private Lines() {}

    /** The name of a line: its class, and its number in the source. */
    static String name(String type, int line) {
        return type + ":" + line;
    }

    /** Called by the changed classes. */
    public static void hit(int number) {
        HITS[number] = true;
    }

    /** The lines that ran since the last time. */
    static synchronized List<String> take() {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            if (HITS[i]) {
                HITS[i] = false;
                taken.add(NAMES.get(i));
            }
        }
        return taken;
    }

    private static synchronized int number(String line) {
        return NUMBERS.computeIfAbsent(line, name -> {
            if (NAMES.size() == LINES_MAX) {
                throw new IllegalStateException("the module has more than " + LINES_MAX + " lines");
            }
            NAMES.add(name);
            return NAMES.size() - 1;
        });
    }

    /** A class with the calls. */
    static byte[] watched(String type, byte[] real) {
        ClassNode tree = new ClassNode();
        new ClassReader(real).accept(tree, 0);
        for (MethodNode method : tree.methods) {
            for (AbstractInsnNode each : method.instructions.toArray()) {
                if (each instanceof LineNumberNode line) {
                    addCall(method.instructions, line, number(name(type, line.line)));
                }
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        tree.accept(writer);
        return writer.toByteArray();
    }

    /** Frames belong to the place before the call, and the label of a NEW instruction to the instruction itself. */
    private static void addCall(InsnList code, LineNumberNode line, int number) {
        AbstractInsnNode first = line;
        while (first != null && first.getOpcode() < 0) {
            first = first.getNext();
        }
        if (first == null) {
            return;
        }
        InsnList call = new InsnList();
        call.add(new LdcInsnNode(number));
        call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, NAME, "hit", "(I)V", false));
        if (first.getOpcode() == Opcodes.NEW) {
            code.insert(first, call);
        } else {
            code.insertBefore(first, call);
        }
    }
}
