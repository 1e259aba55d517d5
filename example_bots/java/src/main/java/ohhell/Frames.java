package ohhell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/** Frames to plain Java values and back: null, Boolean, Long, String, List, Map with String keys. */
public final class Frames {
    private Frames() {}

    /** The messages of one frame. */
    public static List<Map<String, Object>> unpack(byte[] frame) throws IOException {
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(frame)) {
            List<Map<String, Object>> messages = new ArrayList<>();
            for (int left = unpacker.unpackArrayHeader(); left > 0; left--) {
                messages.add(unpackMap(unpacker));
            }
            return messages;
        }
    }

    private static Map<String, Object> unpackMap(MessageUnpacker unpacker) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int left = unpacker.unpackMapHeader(); left > 0; left--) {
            map.put(unpacker.unpackString(), unpackValue(unpacker));
        }
        return map;
    }

    private static Object unpackValue(MessageUnpacker unpacker) throws IOException {
        switch (unpacker.getNextFormat().getValueType()) {
            case NIL:
                unpacker.unpackNil();
                return null;
            case BOOLEAN:
                return unpacker.unpackBoolean();
            case INTEGER:
                return unpacker.unpackLong();
            case STRING:
                return unpacker.unpackString();
            case MAP:
                return unpackMap(unpacker);
            case ARRAY:
                List<Object> list = new ArrayList<>();
                for (int left = unpacker.unpackArrayHeader(); left > 0; left--) {
                    list.add(unpackValue(unpacker));
                }
                return list;
            default:
                throw new IOException("the protocol has no values such as " + unpacker.unpackValue());
        }
    }

    /** One frame of these messages. */
    public static byte[] pack(List<Map<String, Object>> messages) throws IOException {
        try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
            packValue(packer, messages);
            return packer.toByteArray();
        }
    }

    private static void packValue(MessageBufferPacker packer, Object value) throws IOException {
        if (value == null) {
            packer.packNil();
        } else if (value instanceof Boolean) {
            packer.packBoolean((Boolean) value);
        } else if (value instanceof Integer || value instanceof Long) {
            packer.packLong(((Number) value).longValue());
        } else if (value instanceof String) {
            packer.packString((String) value);
        } else if (value instanceof List) {
            List<?> list = (List<?>) value;
            packer.packArrayHeader(list.size());
            for (Object element : list) {
                packValue(packer, element);
            }
        } else if (value instanceof Map) {
            Map<?, ?> map = (Map<?, ?>) value;
            packer.packMapHeader(map.size());
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                packer.packString((String) entry.getKey());
                packValue(packer, entry.getValue());
            }
        } else {
            throw new IOException("the protocol has no values such as " + value.getClass());
        }
    }
}
